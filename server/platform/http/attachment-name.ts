/** `filename` of a Content-Disposition (RFC 6266): a plain name for every browser, and the real one for those that read it. */
export function attachmentName(name: string): string {
	const safe =
		name
			.toWellFormed()
			.replace(/[\p{C}\p{Z}"\\/:*?<>|%]+/gu, " ")
			.trim() || "file";
	const plain = safe.replace(/[^\x20-\x7e]+/g, "_");
	const encoded = encodeURIComponent(safe).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
