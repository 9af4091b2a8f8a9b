import type uPlot from 'uplot';
import type { Colors } from '../colors.ts';
import { toRuns, toWeekends } from './plot-data.ts';
import { toColor, type ChartSpec } from './spec.ts';

const STRIP_PX = 6;
const FLAG_PX = 9;
const DOT_PX = 4;

type Run = readonly [number, number];

/** What is drawn below the lines: weekends. */
export function drawWeekends(plot: uPlot, spec: ChartSpec, colors: Colors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = colors.weekend;
  for (const run of toWeekends(spec.days)) {
    const { left, width } = toBand(plot, run);
    ctx.fillRect(left, bbox.top, width, bbox.height);
  }
  ctx.restore();
}

/** What is drawn over the lines: days with failed checks, annotations, marks on lines. */
export function drawMarks(plot: uPlot, spec: ChartSpec, colors: Colors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  drawFailed(plot, spec, colors);
  drawMissed(plot, spec, colors);
  drawNotes(plot, spec, colors);
  drawDots(plot, spec, colors);
  ctx.restore();
}

function drawFailed(plot: uPlot, { days, failedDays }: ChartSpec, colors: Colors): void {
  if (!failedDays || failedDays.size === 0) return;
  const { ctx, bbox } = plot;
  const height = STRIP_PX * devicePixelRatio;
  const top = bbox.top + bbox.height - height;
  ctx.strokeStyle = colors.failed;
  ctx.lineWidth = devicePixelRatio;
  for (const run of toRuns(days, (day) => failedDays.has(day))) {
    const { left, width } = toBand(plot, run);
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    for (let x = left; x < left + width; x += height / 2) {
      ctx.moveTo(x, top + height);
      ctx.lineTo(Math.min(x + height, left + width), top);
    }
    ctx.stroke();
  }
}

/** A small cross at the bottom for each day on which nothing was found. */
function drawMissed(plot: uPlot, { days, missedDays }: ChartSpec, colors: Colors): void {
  if (!missedDays || missedDays.size === 0) return;
  const { ctx, bbox } = plot;
  const size = 3 * devicePixelRatio;
  const y = bbox.top + bbox.height - size - 2 * devicePixelRatio;
  ctx.strokeStyle = colors.axis;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  for (const [at, day] of days.entries()) {
    if (!missedDays.has(day)) continue;
    const x = plot.valToPos(at, 'x', true);
    ctx.moveTo(x - size, y - size);
    ctx.lineTo(x + size, y + size);
    ctx.moveTo(x + size, y - size);
    ctx.lineTo(x - size, y + size);
  }
  ctx.stroke();
}

function drawNotes(plot: uPlot, { days, notes = [] }: ChartSpec, colors: Colors): void {
  const { ctx, bbox } = plot;
  ctx.strokeStyle = colors.note;
  ctx.fillStyle = colors.note;
  for (const { from, to } of notes) {
    const [run] = toRuns(days, (day) => day >= from && day <= to);
    if (!run) continue;
    const x = plot.valToPos(run[0], 'x', true);
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (run[1] > run[0]) {
      const { left, width } = toBand(plot, run);
      ctx.globalAlpha = 0.1;
      ctx.fillRect(left, bbox.top, width, bbox.height);
      ctx.globalAlpha = 1;
    }
    const size = FLAG_PX * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x - size / 2, bbox.top);
    ctx.lineTo(x + size / 2, bbox.top);
    ctx.lineTo(x, bbox.top + size);
    ctx.fill();
  }
  ctx.setLineDash([]);
}

function drawDots(plot: uPlot, { days, lines, dots = [] }: ChartSpec, colors: Colors): void {
  const { ctx } = plot;
  for (const { lineId, day } of dots) {
    const place = lines.findIndex(({ id }) => id === lineId);
    const line = lines[place];
    const at = days.indexOf(day);
    const value = line?.values[at] ?? null;
    if (line === undefined || value === null) continue;
    ctx.beginPath();
    ctx.arc(plot.valToPos(at, 'x', true), plot.valToPos(value, 'y', true), DOT_PX * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fillStyle = colors.paper;
    ctx.fill();
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.strokeStyle = colors.of(toColor(line, place));
    ctx.stroke();
  }
}

function toBand(plot: uPlot, [from, to]: Run): { readonly left: number; readonly width: number } {
  const left = plot.valToPos(from - 0.5, 'x', true);
  return { left, width: plot.valToPos(to + 0.5, 'x', true) - left };
}
