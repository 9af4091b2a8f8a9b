/**
 * The world's date when a test begins: the sites, answers and stores of the sandbox are those of a date, and weeks, months and hours of
 * sending end on one. So a test gives the same on every day that it runs. `TEST_DAY=2027-02-28T23:50:00Z npm test` tries another date.
 */
export const TEST_DAY = new Date(process.env['TEST_DAY'] ?? '2026-11-26T12:00:00Z');
