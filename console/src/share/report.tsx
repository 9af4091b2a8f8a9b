import { useEffect } from 'react';
import { formatDay, formatPlural } from '#data/format.ts';
import { Competitors } from './competitors.tsx';
import { Keywords } from './keywords.tsx';
import { Features } from './features.tsx';
import { Overview } from './overview.tsx';
import { Pages } from './pages.tsx';
import { PositionChart, PositionMap } from './positions.tsx';
import { Section, type ShownProps } from './section.tsx';
import { countSpanDays, type Share } from './span.ts';
import { SpanChoice } from './span-choice.tsx';
import type { Scheme } from './use-scheme.ts';
import { useSpan } from './use-span.ts';

interface ReportProps {
  readonly token: string;
  readonly share: Share;
  readonly scheme: Scheme;
  readonly onToggleScheme: () => void;
  /** The share is no longer the one that was opened: its password is to be given again, it has ended, or it shows other sections. */
  readonly onChanged: () => void;
}

/** How each section is shown: a further section is a further value here. */
const SECTIONS = {
  overview: { title: 'Overview', name: 'overview', View: Overview },
  keywords: { title: 'Keywords', name: 'keywords', View: Keywords },
  chart: { title: 'Positions', name: 'chart', View: PositionChart },
  heatmap: { title: 'Heat map', name: 'heatmap', View: PositionMap },
  features: { title: 'Result features', name: 'features', View: Features },
  pages: { title: 'Pages', name: 'pages', View: Pages },
  competitors: { title: 'Competitors', name: 'competitors', View: Competitors },
} as const;

/** The sections of a share, one below the other, in the order of its owner. */
export function Report({ token, share, scheme, onToggleScheme, onChanged }: ReportProps) {
  const { span, setSpan } = useSpan(share);
  useEffect(() => {
    document.title = share.name;
  }, [share.name]);
  const place: Omit<ShownProps, 'section'> = { token, share, span, scheme, onChanged };
  return (
    <>
      <header>
        <div>
          <h1>{share.name}</h1>
          <p className="dim">
            {formatDay(span.from)} to {formatDay(span.to)}, {formatPlural(countSpanDays(span), 'day')} ({share.time_zone})
          </p>
        </div>
        <div className="actions">
          {share.range === 'free' && <SpanChoice share={share} span={span} onChange={setSpan} />}
          <button type="button" className="quiet" onClick={onToggleScheme}>
            {scheme === 'dark' ? 'Light' : 'Dark'}
          </button>
        </div>
      </header>
      <main>
        {share.sections.map((name) => (
          <Section key={name} {...place} section={SECTIONS[name]} />
        ))}
      </main>
      <footer className="dim">Measured by Sightline. Days without a check are gaps; nothing is filled in.</footer>
    </>
  );
}
