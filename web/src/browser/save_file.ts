/** Hands bytes to the user as a download under this name. */
export function saveFile(bytes: ArrayBuffer, fileName: string, contentType: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: contentType }));
  link.download = fileName;
  link.click();
  // The browser has taken what it needs by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
