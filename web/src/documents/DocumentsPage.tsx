import { Button, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useTitle } from '../browser/title.ts';
import { PageHead } from '../components/PageHead.tsx';
import classes from './DocumentsPage.module.css';
import { cardPath, DOCUMENTS, numberAndDate } from './documents.ts';

/** The normative documents: a card of each to download, honestly called a card. */
export function DocumentsPage() {
  useTitle('Нормативные документы');
  const { hash } = useLocation();
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <PageHead title="Нормативные документы" />
      <Text c="dimmed" maw={760} mb="md">
        Карточки документов, на которых основаны расчёты: название, номер, дата, статус и что из них взято. Сами тексты
        публикуют официальные издатели, их адреса указаны.
      </Text>
      <ol className={classes.list}>
        {DOCUMENTS.map((document) => (
          <li key={document.id} id={document.id} className={classes.card} data-target={hash === `#${document.id}`}>
            <div>
              <Title order={2} className={classes.title ?? ''}>
                {document.title}
              </Title>
              <Text size="sm">{numberAndDate(document)}</Text>
            </div>
            <dl className={classes.facts}>
              <Fact term="Статус" text={document.status} />
              <Fact term="Что использовано" text={document.use} />
              <Fact term="Официальный текст" text={document.address} />
              {document.note && <Fact term="Примечание" text={document.note} />}
            </dl>
            <Button
              component="a"
              href={cardPath(document)}
              download={`${document.id}.pdf`}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} stroke={1.6} />}
              aria-label={`Скачать карточку: ${document.title}`}
            >
              Скачать карточку (PDF)
            </Button>
          </li>
        ))}
      </ol>
    </>
  );
}

function Fact({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}
