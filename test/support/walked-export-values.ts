/** Good values of exports, by name of the field; one operation has its own where the name means other things elsewhere. */
export const EXPORT_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  export_id: ['§export_id§'],
  'GET /api/exports/{export_id}/runs/{run_id}/file run_id': ['§export_run_id§'],
  'POST /api/exports/{export_id}/runs/{run_id}/link run_id': ['§export_run_id§'],
  'DELETE /api/exports/{export_id}/runs/{run_id}/link run_id': ['§export_run_id§'],
  'GET /api/public/exports/{token} token': ['§export_token§'],
  list: ['/api/shares'],
  destination: [{ kind: 'link', days: 3 }],
  ...Object.fromEntries(
    ['POST /api/exports', 'PUT /api/exports/{export_id}'].flatMap((operation) => [
      [`${operation} query`, [{ project_id: '§project_id§' }]],
      [`${operation} params`, [{}]],
      [`${operation} view_id`, [null]],
      [`${operation} fields`, [null]],
    ]),
  ),
};
