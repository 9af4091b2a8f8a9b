import { z } from 'zod';

/** What `priceMetrics` says of a keyword. */
export const MetricsPrice = z
  .number()
  .nullable()
  .meta({ description: 'What the metrics cost at most, when the keyword is asked about alone. Null: not known yet.' });
