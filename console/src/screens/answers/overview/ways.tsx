import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';

const WAYS = [
  { to: '', label: 'Answers' },
  { to: '/prompts', label: 'Prompts' },
  { to: '/sources', label: 'Sources' },
  { to: '/gaps', label: 'Gaps' },
  { to: '/searches', label: 'Searches' },
  { to: '/unsure', label: 'Unsure names' },
  { to: '/index', label: 'Index', right: 'edit' },
  { to: '/setup', label: 'Setup', right: 'edit' },
] as const;

/** From one screen of answers to the others. */
export function Ways({ at }: { readonly at: (typeof WAYS)[number]['label'] }) {
  const projectId = useProjectId();
  const mayEdit = useMay('edit');
  return WAYS.filter((way) => way.label !== at && (mayEdit || !('right' in way))).map(({ to, label }) => (
    <ButtonLink key={label} variant="default" to={`/p/$projectId/answers${to}`} params={{ projectId }}>
      {label}
    </ButtonLink>
  ));
}
