import { getImports, getImportsByImportId, getImportsByImportIdPreview } from '#client';
import { useRefresh } from '#screens/operations/use-refresh.ts';

/** Makes what is known of imports old. */
export function useRefreshImport(): () => void {
  return useRefresh(getImports, getImportsByImportId, getImportsByImportIdPreview);
}
