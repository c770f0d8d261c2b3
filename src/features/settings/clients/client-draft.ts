import * as z from "zod/mini";
import { CLIENT_COLORS } from "#contract/workspaces/client-colors.ts";
import { countryText } from "#contract/workspaces/country-text.ts";
import { type Client, type ClientChange, type ClientCreation, client } from "#contract/workspaces/workspaces.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";

const LABELS = {
	name: "Name",
	code: "Code",
	color: "Color",
	country: "Country",
	sector: "Sector",
	contact: "Contact",
} as const;
type FieldName = keyof typeof LABELS;
const FIELDS = Object.keys(LABELS) as FieldName[];

/** A client as its form holds it. */
export type ClientDraft = Pick<Client, FieldName>;

export const EMPTY_DRAFT: ClientDraft = { name: "", code: "", color: "slate", country: "", sector: "", contact: "" };

/** What the fields hold. The server says what is wrong with them. */
export const readDraft = (texts: Readonly<Record<string, string>>): ClientDraft => ({
	name: (texts.name ?? "").trim(),
	code: (texts.code ?? "").trim(),
	color: CLIENT_COLORS.find((color) => color === texts.color) ?? EMPTY_DRAFT.color,
	country: texts.country ?? "",
	sector: (texts.sector ?? "").trim(),
	contact: (texts.contact ?? "").trim(),
});

/** Without a code, the server makes one from the name. */
export const creationOf = ({ code, ...draft }: ClientDraft): ClientCreation => ({
	...draft,
	...(code !== "" && { code }),
});

/** Only what was changed, so that other people's changes in the meantime stay. */
export const changesOf = (base: ClientDraft, draft: ClientDraft): Omit<ClientChange, "version"> =>
	Object.fromEntries(FIELDS.filter((name) => draft[name] !== base[name]).map((name) => [name, draft[name]]));

/** The client as someone else has saved it, if a refusal includes it. */
export function currentOf(error: unknown): Client | null {
	if (!(error instanceof ApiFailure) || error.code !== "changed_meanwhile") return null;
	const read = z.safeParse(client, error.details.current);
	return read.success ? read.data : null;
}

type Difference = { label: string; theirs: string; mine: string };
type Conflict = {
	/** Fields that both people changed, to different values. */
	both: Difference[];
	/** Fields that only someone else has changed. These changes stay whatever the person chooses. */
	onlyTheirs: { label: string; theirs: string }[];
};

function textOf(name: FieldName, value: string): string {
	if (value === "") return "empty";
	return name === "country" ? countryText(value) : value;
}

/** What differs between a form that was opened with `base` and what is saved now. */
export function conflictOf(base: ClientDraft, mine: ClientDraft, current: ClientDraft): Conflict {
	const changed = FIELDS.filter((name) => mine[name] !== base[name]);
	return {
		both: changed
			.filter((name) => current[name] !== mine[name] && current[name] !== base[name])
			.map((name) => ({ label: LABELS[name], theirs: textOf(name, current[name]), mine: textOf(name, mine[name]) })),
		onlyTheirs: FIELDS.filter((name) => !changed.includes(name) && current[name] !== base[name]).map((name) => ({
			label: LABELS[name],
			theirs: textOf(name, current[name]),
		})),
	};
}
