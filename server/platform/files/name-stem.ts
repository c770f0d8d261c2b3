const LONGEST = 40;

/** A name as part of a file's name: `beta-bank`. Letters of every script stay; `attachmentName` writes them for browsers that cannot read them. */
export function nameStem(name: string): string {
	const words =
		name
			.normalize("NFC")
			.toLowerCase()
			.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	return [...words.join("-")].slice(0, LONGEST).join("").replace(/-$/, "") || "client";
}
