// Loaded before the service by `npm start`, `npm run migrate` and the command line: reads `.env` of
// the working directory where there is one. What the environment already says wins over the file.
// Tests, benchmarks and the demo do not load it, so that they never touch the stores it names.
'use strict';

const { existsSync } = require('node:fs');

if (existsSync('.env')) process.loadEnvFile('.env');
