/** The vendor's status codes: code, level (t task, T whole request, b either), group, text. */
const CODES = `
20000 b ok Ok.
20100 t ok Task Created.
40000 t request You can set only one task at a time.
40001 t request This id is used by another client, check the id.
40002 t request This id is used by another search engine, check the Path.
40003 t request This id is used by another search type, check the Path.
40004 t request This id is used by another function, check the id.
40006 t request You can set no more than 100 tasks at a time.
40100 T auth You are not authorized to access this resource. See your login details here: https://app.dataforseo.com/api-access .
40101 t no_data Internal SE Server Error.
40102 t no_data No Search Results.
40103 t transient Task execution failed, please try to resubmit the task.
40104 T auth Please verify your account before using the API. You can complete the verification in the user panel: https://app.dataforseo.com/ .
40200 b billing Payment Required.
40201 T auth We noticed some unusual activity in your DataForSEO account, so access is paused.
40202 b rate The rate-limit per minute has been exceeded.
40203 b billing The cost limit has been exceeded. You can modify your cost limit in the user panel.
40204 b auth Access denied. Visit Plans and Subscriptions to activate your subscription and get access to this API.
40205 t rate The duplicate task limit per hour has been exceeded.
40206 t rate The duplicate task limit per day has been exceeded.
40207 T auth Access denied. Your IP is not whitelisted.
40209 b rate Too many simultaneous queries.
40210 b billing Insufficient funds. Your account's balance is too low to complete this request.
40400 b not_found Not Found.
40401 t not_found Task Not Found.
40402 b not_found Invalid Path.
40403 t not_found Results Expired.
40404 t not_found No Prepared Data Found. Please Contact Our Support Team.
40405 t no_data Textual content on the target page is insufficient.
40406 t request Requested page was not submitted for crawling.
40407 t request Duplicate host.
40408 t no_data Target URL is invalid.
40501 t request Invalid Field.
40502 b request POST Data Is Empty.
40503 b request POST Data Is Invalid.
40504 t request The number of intersecting keywords for the specified domains exceeds 10 million. Try specifying different domains.
40505 t request You are using old data.
40506 t request Unknown Fields in POST Data.
40601 t pending Task Handed.
40602 t pending Task In Queue.
50000 b transient Internal Error.
50001 b transient Error While Checking the Balance.
50100 b request Not Implemented.
50301 t transient 3rd Party API Service Unavailable.
50303 t transient Update in progress. Please try after a few minutes.
50304 b transient This function temporarily unavailable. Please contact support for more information.
50401 t transient Internal Error - Timeout.
50402 t transient Target page took too long to respond.
`;

export interface StatusCode {
  readonly code: number;
  readonly message: string;
  /** Whether it stands at the head of the answer or at a task. */
  readonly isWhole: boolean;
  readonly httpStatus: number;
}

const WHOLE_GROUPS: ReadonlySet<string> = new Set(['auth', 'billing', 'rate']);

export const statusCodes: ReadonlyMap<number, StatusCode> = new Map(
  CODES.trim()
    .split('\n')
    .map((line) => {
      const [code = '', level = '', group = '', ...words] = line.split(' ');
      const isWhole = level === 'T' || (level === 'b' && WHOLE_GROUPS.has(group));
      const status = { code: Number(code), message: words.join(' '), isWhole, httpStatus: httpStatusOf(Number(code), group) };
      return [status.code, status] as const;
    }),
);

/** Codes of failures that the vendor charges for all the same. */
export const BILLED_FAILURES: ReadonlySet<number> = new Set([40101, 40102]);

export function statusOf(code: number): StatusCode {
  return statusCodes.get(code) ?? { code, message: 'Internal Error.', isWhole: false, httpStatus: 200 };
}

/** The vendor answers nearly everything with HTTP 200; the code in the body says what happened. */
function httpStatusOf(code: number, group: string): number {
  if (code === 40100) return 401;
  return group === 'billing' ? 402 : 200;
}
