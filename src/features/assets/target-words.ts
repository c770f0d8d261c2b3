import type { OwnedTarget } from "#contract/targets.ts";
import { dayWords, timeWords } from "#src/lib/time-words.ts";

const WAYS = { dns: "a DNS record", file: "a file" };

/** How a target stands, in a word and in a sentence. */
export function targetWords({ status, provenBy, expiresAt, includesSubdomains }: OwnedTarget): {
	word: string;
	sentence: string;
} {
	const reach = includesSubdomains ? "It and the names below it" : "It";
	const until = expiresAt ? dayWords(expiresAt) : "";
	switch (status) {
		case "proven": {
			const way = provenBy ? WAYS[provenBy] : "";
			return { word: "Yours", sentence: `${reach} can be probed. Shown with ${way}, which holds until ${until}.` };
		}
		case "expired":
			return { word: "Run out", sentence: `The proof held until ${until}. Look for it again to go on.` };
		case "unproven":
			return { word: "Not shown yet", sentence: "Scans that probe are refused until the server finds the proof." };
	}
}

export const checkedWords = ({ checkedAt, problem }: OwnedTarget): string | null =>
	checkedAt && problem ? `Looked on ${timeWords(checkedAt)}. ${problem}` : null;
