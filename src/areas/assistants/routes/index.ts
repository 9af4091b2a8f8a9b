import { approvalEndpoints } from './approvals.ts';
import { documentEndpoints } from './documents.ts';
import { mcpEndpoints } from './mcp.ts';

export const endpoints = [...mcpEndpoints, ...approvalEndpoints, ...documentEndpoints];
