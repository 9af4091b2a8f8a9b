const LINE = /^(?<name>[a-z_][\w:]*)(?:\{[^}]*\})?\s+(?<value>\S+)/iu;

/** The sum of a metric over its labels in the text format of Prometheus; undefined when it is not there. */
export function readMetric(text: string, name: string): number | undefined {
  const values = text.split('\n').flatMap((line) => {
    const groups = LINE.exec(line)?.groups;
    return groups?.['name'] === name ? [Number(groups['value'])] : [];
  });
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
