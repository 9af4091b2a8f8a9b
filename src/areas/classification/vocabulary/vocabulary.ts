/** A closed set of labels for one dimension of domains, URLs or keywords. */
export interface Vocabulary {
  /** The name that judgements carry: `tier1_type`, `page_type`, ... */
  readonly dimension: string;
  readonly subject: 'domain' | 'url' | 'keyword' | 'record';
  readonly summary: string;
  /** Label to its definition, in the order in which people read them. */
  readonly labels: Readonly<Record<string, string>>;
  /** What models and people write instead of a label, in lower case with underscores, to that label. */
  readonly synonyms?: Readonly<Record<string, string>>;
}
