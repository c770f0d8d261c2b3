import type { Pack } from "#contract/frameworks/pack.ts";

export const KIND_LABELS: Readonly<Record<Pack["kind"], string>> = {
	law: "Law",
	standard: "Standard",
	guideline: "Guideline",
};
