import { Segments } from '../charts/segments.tsx';

type Money = 'yes' | 'no';

/** Pages that earn, others, or all. */
const CHOICES = [
  { value: 'all', label: 'All pages' },
  { value: 'yes', label: 'Money pages' },
  { value: 'no', label: 'Others' },
];

interface KindOfPageProps {
  /** Whether the address earns; undefined: all. */
  readonly money: Money | undefined;
  readonly onChange: (money: Money | undefined) => void;
}

/** Narrows a list of own pages to those that earn, or to the others. */
export function KindOfPage({ money, onChange }: KindOfPageProps) {
  return (
    <Segments
      size="xs"
      mb="sm"
      aria-label="Kind of page"
      data={CHOICES}
      value={money ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? undefined : (value as Money))}
    />
  );
}
