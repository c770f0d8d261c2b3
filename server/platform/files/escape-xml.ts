const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** As XML. Characters that XML does not allow are left out. */
export const escapeXml = (text: string): string =>
	text
		.toWellFormed()
		.replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, "")
		.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
