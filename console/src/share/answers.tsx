import type { ReportedSurface } from '#client';
import { formatCount, formatDay } from '#data/format.ts';
import { joinSentences, joinWords } from '#data/sentence.ts';
import { addDays } from '#data/time/days.ts';
import { COUNTED } from '#screens/answers/data/say-answers.ts';
import { sayChange, sayRate, saySamples, sayShare, toSurfaceName, type Said } from '#screens/answers/data/words.ts';
import { IntervalBar } from '#screens/answers/overview/interval-bar.tsx';
import type { SectionView } from './section.tsx';

type Data = SectionView<'answers'>['data'];

/** How often assistants name and cite us, by whole weeks. */
export function Answers({ data }: SectionView<'answers'>) {
  const { weeks, surfaces, pending } = data;
  if (weeks === null) return <p className="dim">Answers are counted by whole weeks, and no whole week lies in these days.</p>;
  const span = `${formatDay(weeks.from)} to ${formatDay(weeks.to)}`;
  if (surfaces.length === 0)
    return (
      <p className="dim">
        {pending === 0
          ? `No planned answers of the prompts counted here from ${span}.`
          : `From ${span}, ${formatCount(pending)} planned ${pending === 1 ? 'answer is' : 'answers are'} still to come.`}
      </p>
    );
  return (
    <>
      <p className="dim">{sayBasis(data, span)}</p>
      {surfaces.map((one) => (
        <Surface key={one.surface} one={one} since={toSince(data)} />
      ))}
    </>
  );
}

function sayBasis({ compared_weeks: compared, pending }: Data, span: string): string {
  return joinSentences([
    `From ${span}.`,
    compared !== null && `Compared with ${formatDay(compared.from)} to ${formatDay(compared.to)}.`,
    COUNTED,
    pending > 0 && `${formatCount(pending)} more ${pending === 1 ? 'is' : 'are'} planned in these weeks.`,
  ]);
}

/** The weeks just before have no other name. */
function toSince({ weeks, compared_weeks: compared }: Data): string | undefined {
  if (weeks === null || compared === null || addDays(compared.to, 1) === weeks.from) return undefined;
  return `the weeks from ${formatDay(compared.from)}`;
}

function Surface({ one, since }: { readonly one: ReportedSurface; readonly since: string | undefined }) {
  const { surface, models, samples, mention_rate: mention, citation_rate: citation, share_of_voice: voice, change } = one;
  return (
    <figure aria-label={toSurfaceName(surface)} className="card">
      <h3>{toSurfaceName(surface)}</h3>
      <p className="dim">{models.length === 0 ? 'The model is not known.' : `Model: ${joinWords(models)}.`}</p>
      <div className="tiles">
        <Figure label="Mention rate" said={sayRate(mention)} interval={mention} change={change && sayChange(change.mention_rate, since)} />
        <Figure
          label="Citation rate"
          said={sayRate(citation)}
          interval={citation}
          change={change && sayChange(change.citation_rate, since)}
        />
        <Figure label="Share of voice" said={sayShare(voice)} interval={voice} change={null} />
      </div>
      <p>{saySamples(samples)}</p>
    </figure>
  );
}

interface FigureProps {
  readonly label: string;
  readonly said: Said;
  readonly interval: { readonly value: number | null; readonly low: number | null; readonly high: number | null };
  readonly change: string | null;
}

function Figure({ label, said: { text, isKnown, interval: span, of }, interval, change }: FigureProps) {
  return (
    <div className="card" role="group" aria-label={label}>
      <div className="dim">{label}</div>
      <div className="figure">{text}</div>
      <div className="dim">{of}</div>
      {span !== '' && (
        <>
          <IntervalBar label={`${label}: ${text}, interval ${span}`} {...interval} value={isKnown ? interval.value : null} />
          <div className="dim">Interval of 95%: {span}</div>
        </>
      )}
      {change !== null && <div>{change}.</div>}
    </div>
  );
}
