/** Gives the reader a file. `type` is its media type. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Gives the reader a text as a file. The mark at its start makes spreadsheets read it as UTF-8. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }));
}
