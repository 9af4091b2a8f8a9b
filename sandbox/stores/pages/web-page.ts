import { htmlReply, type Reply } from '../../reply.ts';
import { addCategory, deferShelf, doubleShelf, leaveSimilar, writeStoreJson, type StoreFault } from '../store-faults.ts';

export interface WebPage {
  readonly language: string;
  readonly intent: object;
  readonly data: Readonly<Record<string, unknown>>;
  /** Structured data by the id of its script. */
  readonly structured?: Readonly<Record<string, object>>;
}

const NOT_FOUND = `<!DOCTYPE html>
<html>
    <head>
        <meta charset="utf-8" />
        <meta http-equiv="X-UA-Compatible" content="IE=edge" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="applicable-device" content="pc,mobile" />
        <meta name="referrer" content="strict-origin" />
        <!-- @@HEAD@@ -->
    </head>

    <body>
        <div class="body-container">
            <!-- @@BODY@@ -->
        </div>
    </body>
</html>
`;

/** The shell that comes for everything that the store does not have. */
export function notFoundPage(): Reply {
  return htmlReply(404, NOT_FOUND);
}

/** A page of `store_a`: its data stand in one script, as JSON. */
export function writeWebPage({ language, intent, data, structured = {} }: WebPage, fault: StoreFault | undefined): Reply {
  const changed = (fault && CHANGES[fault]?.(data)) ?? data;
  const content = [{ intent, data: changed }];
  const block = writeStoreJson(fault === 'bare_array' ? content : { data: content, userTokenHash: '' }, fault);
  const scripts = Object.entries(structured).map(
    ([id, value]) => `<script id="${id}" type="application/ld+json">${escape(JSON.stringify(value))}</script>\n`,
  );
  const body = fault === 'no_data_block' ? '' : `<script type="application/json" id="serialized-server-data">${escape(block)}</script>\n`;
  return htmlReply(
    200,
    `<!DOCTYPE html>
<html dir="ltr" lang="${language}">
<head>
<meta charset="utf-8" />
<title>${escapeText(String(data['title']))} - App Store</title>
<meta name="version" content="2636.1.0-external" />
${typeof data['canonicalURL'] === 'string' ? `<link rel="canonical" href="${escapeText(data['canonicalURL'])}">\n` : ''}${scripts.join('')}</head>
<body>
<div class="body-container"></div>
${body}</body>
</html>
`,
  );
}

const CHANGES: Partial<Readonly<Record<StoreFault, (data: WebPage['data']) => WebPage['data']>>> = {
  duplicate_shelf: doubleShelf,
  no_similar: leaveSimilar,
  deferred_shelf: deferShelf,
  new_category: addCategory,
};

/** No end of an element within a script. */
function escape(json: string): string {
  return json.replaceAll('</', '<\\/');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
