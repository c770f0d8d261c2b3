import type { FrameworkList } from "#contract/frameworks/frameworks.ts";
import type { OwnFrameworkAdded } from "#contract/frameworks/own-frameworks.ts";
import { xlsxFile } from "#server/platform/files/xlsx/xlsx-file.ts";
import type { TestMember } from "./people.ts";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const ABOUT = { name: "Group security standard", version: "3", publisher: "Acme Group", kind: "standard" };

/** A group's own standard: two groups, five requirements, links to controls of ours. */
const ROWS = [
	["Access", "GS-1", "Who may enter", "Access is given by role and reviewed twice a year.", "AC-01; AC-02"],
	["", "GS-2", "Leavers", `People who leave lose access the same day. ${"Each system is named. ".repeat(30)}`, "AC-03"],
	["Operations", "GS-3", "Backups", "Backups are made daily and restored in a test.", "BC-01"],
	["", "GS-4", "Weaknesses", "Hosts are scanned each month.", "VM-01, XX-99"],
	["", "GS-5", "Logs", "Logs are kept for a year.", ""],
] as const;
const HEADS = ["Domain", "ID", "Title", "Text", "Controls", "Owner"];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
export const csvOfGroup = (rows: readonly (readonly string[])[] = ROWS): string =>
	[HEADS, ...rows.map((row) => [...row, "CISO"])].map((row) => row.map(quoted).join(",")).join("\n");

export const xlsxOfGroup = (): Promise<Buffer> =>
	xlsxFile(
		[
			{
				name: "Standard",
				columns: HEADS.map((head) => ({ head, width: 20 })),
				rows: ROWS.map((row) => [...row, "CISO"]),
			},
		],
		new Date("2026-11-01T00:00:00Z"),
	);

export function oscalOfGroup(): string {
	const named = ROWS.map(([group], at) => group || (at < 2 ? "Access" : "Operations"));
	const control = ([, id, title, prose, codes]: (typeof ROWS)[number]) => ({
		id: id.toLowerCase(),
		title,
		props: [
			{ name: "label", value: id },
			...codes.split(/[;,] ?/).flatMap((value) => (value === "" ? [] : [{ name: "control", value }])),
		],
		parts: [{ name: "statement", prose }],
	});
	const groups = [...new Set(named)].map((title) => ({
		title,
		controls: ROWS.filter((_, at) => named[at] === title).map(control),
	}));
	return JSON.stringify({ catalog: { metadata: { title: "Group security standard", version: "3" }, groups } });
}

export const addOwn = (
	member: TestMember,
	content: string | Buffer,
	{
		type = "text/csv",
		about = ABOUT,
		headers = {},
	}: { type?: string; about?: typeof ABOUT; headers?: Record<string, string> } = {},
) => member.call("addOwnFramework", { query: about, file: { content, type }, headers });

/** Adds the group's standard, and returns its id. */
export async function addGroupStandard(member: TestMember, about = ABOUT): Promise<string> {
	const answer = await addOwn(member, csvOfGroup(), { about });
	if (answer.status !== 201) throw new Error(`addOwnFramework: ${answer.status} ${await answer.text()}`);
	return ((await answer.json()) as OwnFrameworkAdded).id;
}

export async function listOwn(member: TestMember, headers = {}): Promise<FrameworkList["own"]> {
	const answer = await member.call("listFrameworks", { headers });
	return ((await answer.json()) as FrameworkList).own;
}
