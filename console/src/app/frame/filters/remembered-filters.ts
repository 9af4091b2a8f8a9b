import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { readMemory, writeMemory } from '#data/memory.ts';
import { pickFilters } from '#app/filters.ts';
import { useProjectId } from '#app/project.ts';
import { useRawSearch } from '#app/use-screen-search.ts';
import { readRemembered } from './remembered.ts';

/** Keeps the filters of a project for the next visit. What the address says comes first: it is filled in only where it says nothing. */
export function useRememberedFilters(shape: Readonly<Record<string, unknown>>): void {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const present = JSON.stringify(pickFilters(useRawSearch()));
  const isFilled = useRef<string>(undefined);
  useEffect(() => {
    if (projectId === '') return;
    const name = `filters.${projectId}`;
    if (isFilled.current === projectId) {
      writeMemory(name, present === '{}' ? undefined : present);
      return;
    }
    isFilled.current = projectId;
    const remembered = readRemembered(readMemory(name), shape);
    if (present !== '{}' || Object.keys(remembered).length === 0) return;
    void navigate({ to: '.', search: ((before: Record<string, unknown>) => ({ ...before, ...remembered })) as never, replace: true });
  }, [projectId, present, shape, navigate]);
}
