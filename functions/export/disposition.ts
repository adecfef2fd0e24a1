/** A Content-Disposition that saves under `fileName` (RFC 6266): encoded, and as a plain ASCII name. */
export function attachment(fileName: string): string {
  const ending = /\.\w+$/.exec(fileName)?.[0] ?? '';
  const plain = /^[\w .,()+=@#-]+$/.test(fileName) ? fileName : `Report${ending}`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
