import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import type { Model } from '#core/contract/model.ts';
import { activateModel } from '../api/admin_calls.ts';
import { notifyDone } from '../components/notify.tsx';
import { reloadModelsAtom } from './state.ts';

/** Makes a model the one that new calculations of its method use. */
export function useModelActivation(onDone?: () => void) {
  const reload = useSetAtom(reloadModelsAtom);
  return useMutation({
    mutationFn: async ({ id, name }: Pick<Model, 'id' | 'name'>) => {
      await activateModel(id);
      notifyDone('Модель сделана действующей', <Text size="sm">{name}</Text>);
      await reload();
      onDone?.();
    },
  });
}
