import { Box, Collapse, Text } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import classes from './gantt.module.css';
import {
  describeStep,
  durationMs,
  toPlace,
  toTimelineSpan,
  toTicks,
  type Span,
  type Stretch,
  type TimelineStep,
} from './timeline/steps.ts';

export interface GanttProps {
  /** Says whose steps they are. */
  readonly label: string;
  readonly steps: readonly TimelineStep[];
  /** From the beginning of the work to its end, or to now. */
  readonly span: Span;
  readonly formatMs: (ms: number) => string;
}

/** Steps on a line of time: tries, and the waits between them. A row opens to show what its failed tries said. */
export function Gantt({ label, steps, span: given, formatMs }: GanttProps) {
  const span = toTimelineSpan(steps, given);
  const [opened, setOpened] = useState<number>();
  const rows = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...(rows.current?.querySelectorAll('button') ?? [])];
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus();
    event.preventDefault();
  };
  return (
    <Box ref={rows} role="group" aria-label={label} className={classes.chart} onKeyDown={move}>
      <Axis span={span} formatMs={formatMs} />
      {steps.map((step, index) => (
        <Row
          key={`${step.name} ${index}`}
          step={step}
          span={span}
          formatMs={formatMs}
          isOpen={opened === index}
          onToggle={() => setOpened(opened === index ? undefined : index)}
        />
      ))}
    </Box>
  );
}

function Axis({ span, formatMs }: { readonly span: Span; readonly formatMs: (ms: number) => string }) {
  return (
    <div className={classes.axis} aria-hidden>
      {toTicks(span).map((ms) => (
        <span
          key={ms}
          className={classes.tick}
          style={{ left: `${toPlace({ startMs: span.startMs + ms, endMs: span.startMs + ms }, span).left}%` }}
        >
          {ms === 0 ? '0' : formatMs(ms)}
        </span>
      ))}
    </div>
  );
}

interface RowProps {
  readonly step: TimelineStep;
  readonly span: Span;
  readonly formatMs: (ms: number) => string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Row({ step, span, formatMs, isOpen, onToggle }: RowProps) {
  const ms = durationMs(step);
  return (
    <div className={classes.row}>
      <button type="button" className={classes.name} aria-expanded={isOpen} onClick={onToggle}>
        {step.name}
      </button>
      <div className={classes.track} role="img" aria-label={describeStep(step, formatMs)}>
        {step.stretches.map((stretch) => (
          <Bar key={stretch.startMs} stretch={stretch} span={span} />
        ))}
      </div>
      <Text size="sm" className={classes.duration}>
        {ms === null ? '–' : formatMs(ms)}
      </Text>
      <Collapse expanded={isOpen} className={classes.details}>
        <Tries step={step} formatMs={formatMs} />
      </Collapse>
    </div>
  );
}

function Bar({ stretch, span }: { readonly stretch: Stretch; readonly span: Span }) {
  const { left, width } = toPlace(stretch, span);
  return <span className={classes.bar} data-kind={stretch.kind} style={{ left: `${left}%`, width: `${width}%` }} />;
}

const WORDS: Record<Stretch['kind'], string> = { completed: 'completed', failed: 'failed', running: 'runs', wait: 'waited' };

function Tries({ step, formatMs }: { readonly step: TimelineStep; readonly formatMs: (ms: number) => string }) {
  if (step.stretches.length === 0) return <Text size="sm">Not begun.</Text>;
  return (
    <ol className={classes.tries}>
      {step.stretches.map(({ kind, startMs, endMs, error }) => (
        <li key={startMs}>
          <Text size="sm" span>
            {WORDS[kind]} {formatMs(endMs - startMs)}
            {error !== null && `: ${error}`}
          </Text>
        </li>
      ))}
    </ol>
  );
}
