import type { Model } from '#core/contract/model.ts';
import { shortHash } from '../format.ts';
import classes from './ModelFacts.module.css';

/** A model by name and hash; one that was trained on invented data says so. */
export function ModelFacts({ model, hasName }: { readonly model: Model; readonly hasName: boolean }) {
  return (
    <div className={classes.facts}>
      <dl>
        {hasName && (
          <div>
            <dt>Модель</dt>
            <dd>
              {model.name}
              {model.demonstration && <span className={classes.mark}>демонстрационная</span>}
            </dd>
          </div>
        )}
        <div>
          <dt>Файл модели (SHA-256)</dt>
          <dd title={model.sha256}>{shortHash(model.sha256)}…</dd>
        </div>
      </dl>
      {model.demonstration && (
        <p>Обучена на вымышленных данных и годится только для знакомства: решений по ней не принимайте.</p>
      )}
    </div>
  );
}
