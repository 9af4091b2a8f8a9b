/** The tests of `npm test` that have a longer form (`test/support/test-width.ts`). */
process.env['TEST_WIDTH'] = 'whole';
for (const file of ['api/access', 'api/fuzz', 'api/requests', 'workflows/catalog-crawl']) await import(`../${file}.test.ts`);
