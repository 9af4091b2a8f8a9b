import { screens } from '#screens/index.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { pickFilters } from '#app/filters.ts';
import { useCurrentProjectId } from '#app/project.ts';
import type { Screen } from '#app/screen.ts';
import { useSession } from '#app/session.tsx';
import { isFor, toPath, toTrail } from '#app/sidebar.ts';
import { useRawSearch } from '#app/use-screen-search.ts';
import styles from './trail.module.css';

/** The way back from a screen that others lead to, with the filters that they share. */
export function Trail({ screen }: { readonly screen: Screen }) {
  const session = useSession();
  const projectId = useCurrentProjectId();
  const filters = pickFilters(useRawSearch());
  const trail = toTrail(screens, screen).filter((above) => isFor(above, session));
  if (trail.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className={styles.trail}>
      <ol>
        {trail.map((above) => (
          <li key={above.name}>
            <AppLink to={toPath(above, projectId)} size="sm" search={'range' in above.search.entries ? filters : {}}>
              {above.title}
            </AppLink>
          </li>
        ))}
        <li aria-current="page">{screen.title}</li>
      </ol>
    </nav>
  );
}
