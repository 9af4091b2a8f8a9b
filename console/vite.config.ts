import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVICE = 'http://127.0.0.1:8787';
/** What the service answers; everything else is the console's. */
const SERVED_BY_THE_SERVICE = ['/api', '/run', '/test', '/health', '/openapi.json', '/docs'];

const inFolder = (folder: string, ...names: readonly string[]): RegExp => new RegExp(`${folder}/(${names.join('|')})[/.]`, 'u');
const KIT = [
  'ActionIcon|Alert|Anchor|Badge|Burger|Button|CloseButton|Code|Group|Input|InputBase|Kbd|Loader|NativeSelect',
  'Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton',
];
/**
 * What nearly every screen shows comes in a few files: left alone it is some forty, which pack worse, and each is a
 * request. Shared pages load the first of them only.
 */
const FILES: readonly { readonly name: string; readonly tests: readonly RegExp[] }[] = [
  {
    name: 'common',
    tests: [
      inFolder('node_modules', 'react', 'react-dom', 'scheduler'),
      inFolder('hooks/esm', 'use-media-query', 'use-resize-observer'),
      /clients\/typescript\/src\/(client|core)/u,
      /vite\/preload-helper/u,
      inFolder(
        'console/src/data',
        'answers/api-error',
        'answers/ask-once',
        'answers/ask-watched',
        'time/days',
        'time/duration',
        'format',
        'language',
        'names',
        'note-marks',
        'time/per-zone',
        'shares',
      ),
      inFolder('console/src/data', 'words', 'answers/reach', 'store', 'answers/waiting'),
      inFolder(
        'console/src/ui',
        'charts/colors',
        'layout/frame-words',
        'states/outcome',
        'layout/phone',
        'charts/position-bands',
        'states/reading',
        'actions/use-countdown',
        'links/web-url',
      ),
    ],
  },
  {
    name: 'kit',
    tests: [
      /core\/esm\/core\//u,
      inFolder('hooks/esm', 'use-merged-ref', 'use-uncontrolled'),
      inFolder('core/esm/components', ...KIT, 'Combobox/ComboboxChevron', 'Combobox/get-parsed-combobox-data'),
    ],
  },
  {
    name: 'base',
    tests: [
      // But for what no first view needs.
      /console\/src\/data\/(?!(?:\w+\/)?(?:came-of|watch-end|passkeys|minute-history|sum-known|domain-status|estimate|pass-days))/u,
      /clients\/typescript\//u,
      inFolder(
        'console/src/ui',
        'layout/figure',
        'actions/save-file',
        'states/answered',
        'links/app-link',
        'actions/copy-button',
        'actions/first-click',
        'icons',
        'states/later',
        'layout/page-header',
      ),
      inFolder('console/src/ui/grid', 'csv', 'place'),
      inFolder('console/src/screens/keywords/table', 'grid-query', 'search'),
      inFolder('console/src/app', 'session', 'project', 'use-shortcut', 'use-file-name', 'frame/notices'),
      /@tanstack\/(react-)?(query|query-core)\/(?!.*(useQueries|queriesObserver))/u,
    ],
  },
  { name: 'lists', tests: [inFolder('console/src/ui/grid', 'grid', 'rows-grid')] },
  {
    name: 'filters',
    tests: [
      inFolder('console/src/app', 'use-filters', 'frame/filters/filter-bar'),
      inFolder('console/src/ui', 'forms/select', 'charts/segments', 'layout/folded-filters', 'forms/field-button', 'forms/market-select'),
    ],
  },
  // Alone: shared pages draw it, and need nothing of the others.
  { name: 'spark', tests: [inFolder('console/src/ui', 'charts/spark', 'charts/spark-path')] },
  { name: 'marks', tests: [inFolder('console/src/ui', 'change', 'grid/columns/column', 'grid/columns/kinds', 'states/outcome-mark')] },
  {
    name: 'table',
    tests: [inFolder('console/src/screens/keywords/table', 'columns', 'competitors', 'keywords', 'leads', 'use-keywords')],
  },
];

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    target: 'es2023',
    // No files inside of files: the content policy allows scripts and pictures of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { console: `${import.meta.dirname}/index.html`, share: `${import.meta.dirname}/share.html` },
      output: {
        codeSplitting: {
          groups: FILES.map(({ name, tests }, place) => ({
            name,
            priority: FILES.length - place,
            test: (id: string) => tests.some((test) => test.test(id)),
          })),
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(SERVED_BY_THE_SERVICE.map((path) => [path, { target: SERVICE, ws: true }])),
  },
});
