import { useEffect, type ComponentType } from 'react';
import {
  getPublicSharesByTokenData,
  type GetPublicSharesByTokenDataResponse,
  type SharedAnnotation,
} from '../../../clients/typescript/src/index.ts';
import { askOnce } from '../data/ask-once.ts';
import type { ChartNote } from '../ui/chart/spec.ts';
import { Failure } from './failure.tsx';
import type { Share, Span } from './span.ts';
import { useLoaded } from './use-loaded.ts';
import type { Scheme } from './use-scheme.ts';

type Data = GetPublicSharesByTokenDataResponse;

export interface SectionView<Name extends Data['section']> {
  readonly data: Extract<Data, { section: Name }>;
  readonly notes: readonly ChartNote[];
  readonly scheme: Scheme;
}

interface SectionValue {
  readonly name: Data['section'];
  readonly title: string;
  readonly View: unknown;
}

export interface ShownProps {
  readonly section: SectionValue;
  readonly token: string;
  readonly share: Share;
  readonly span: Span;
  readonly scheme: Scheme;
  readonly onLocked: () => void;
}

const UNAUTHORIZED = 401;

/** A section of a share over the chosen days; older data stays until newer has arrived. */
export function Section({ section, token, share, span, scheme, onLocked }: ShownProps) {
  const asked = { path: { token }, query: { section: section.name, ...span } };
  const { data, error, isLoading, retry } = useLoaded(`${span.from} ${span.to}`, (signal) =>
    askOnce(getPublicSharesByTokenData, { ...asked, signal }),
  );
  const isLocked = error?.status === UNAUTHORIZED;
  useEffect(() => {
    if (isLocked) onLocked();
  }, [isLocked, onLocked]);
  // The service gives the data of the section that was asked for.
  const View = section.View as ComponentType<SectionView<Data['section']>>;
  const csv = new URLSearchParams({ section: section.name, ...span }).toString();
  return (
    <section aria-label={section.title} aria-busy={isLoading} data-ready={isLoading ? undefined : true}>
      <div className="head">
        <h2>{section.title}</h2>
        {share.allow_csv && (
          <a href={`/api/public/shares/${encodeURIComponent(token)}/csv?${csv}`} download>
            {section.title} as CSV
          </a>
        )}
      </div>
      {error && <Failure error={error} onRetry={retry} />}
      {data ? <View data={data} notes={toNotes(data.annotations)} scheme={scheme} /> : !error && <div className="waiting" />}
    </section>
  );
}

function toNotes(annotations: readonly SharedAnnotation[]): ChartNote[] {
  return annotations.map(({ date, end_date: end, text }, at) => ({ id: String(at), from: date, to: end ?? date, text }));
}
