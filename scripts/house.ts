import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

/**
 * The server's wings, lowest first, and the rooms of each, lowest first. A file may use its own room, earlier rooms of its wing,
 * and every earlier wing, and nothing else of the server. docs/ARCHITECTURE.md has the same list, and a test compares the two.
 */
export const HOUSE = {
	platform: {
		ids: "ids, and what two requests are compared by",
		time: "days",
		process: "how a process ends, and refuses to start",
		texts: "text for people and programs: HTML, mailboxes, user agents",
		keys: "tokens, keys, and what is encrypted with them",
		refusals: "why something is not done, in one shape",
		turns: "lines in which work waits",
		"off-loop": "threads for what strangers send",
		watch: "log, metrics, traces",
		files: "zip, spreadsheets, XML, pictures, the port for stored bytes",
		outgoing: "requests to addresses that strangers name, and the guard before them",
		settings: "the environment, parsed once",
		db: "pools, rows, grants, migrations, the embedded PostgreSQL",
		tenancy: "the walls between workspaces and clients",
		words: "what people said of a record, kept in order",
		paper: "documents as HTML and PDF, and the letterhead",
		http: "the gate, errors, sizes and paths of every answer",
		mail: "sending, pace, the frame of a mail",
		jobs: "the queue, and what follows what has happened",
		sealing: "what a device has encrypted to this server",
	},
	identity: {
		sessions: "who asks, and may they: sessions, tokens, scopes, the operation",
		accounts: "accounts, passwords, passkeys, second factors",
		workspaces: "members, roles, invitations, tokens, the audit log",
		"sign-on": "signing in through a company",
		notifications: "push messages to devices",
	},
	scanning: {
		targets: "what may be scanned, and whose it is",
		software: "versions and their end of life",
		practice: "the practice target",
		engines: "one folder for each engine, and what they share",
		tools: "installing what the engines need",
		scans: "accepting, running and reading scans",
		schedules: "scans that run by the clock",
		look: "the free scan without a server, and captured answers",
	},
	integrations: {
		webhooks: "messages to other programs, and to Slack",
		tickets: "issues in trackers",
	},
	assurance: {
		uploads: "files that arrive in pieces, and where they are kept",
		findings: "what scans found, its states, hosts and digests",
		evidence: "what shows that something is so, and its custody",
		packs: "frameworks as data: ours, and those that workspaces add",
		controls: "controls, their tests, runs and standings",
		tasks: "what is to be done",
		reports: "reports of scans and of accounts, and their links",
		frameworks: "requirements, statements, effectiveness, OSCAL, the auditor’s bundle",
		assessments: "assessments, visits, respondents, signed copies",
		questionnaires: "customers’ questionnaires and the library of answers",
	},
	app: {
		settings: "what the settings mean, as a page",
		tenants: "what each domain keeps of accounts, workspaces and clients, as one list",
		upkeep: "what runs by itself: deleting old data, taking back lost scans, filling in what older versions left out",
		sealing: "opening what a device has sealed",
		"account-export": "everything that an account has, as one file",
		"free-scans": "from a public scan to an account",
		leads: "what visitors leave",
		clients: "clients, handing one over, the sample",
		operator: "what operators see and stop",
		pages: "the built site, and pages without it",
		mcp: "reading by language models",
		"api-docs": "the API, described",
		watch: "health, gauges, the metrics’ port",
		"worker-process": "jobs in a process of their own",
	},
} as const satisfies Record<string, Record<string, string>>;

const WINGS = Object.keys(HOUSE);
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(\s*|^import\s+)"([.#][^"]+)"/gm;

/**
 * Where a file lives. The files beside the rooms of `app` are its lists, which may use everything; `base.ts` is the last part of
 * platform.
 */
export function placeOf(file: string): { wing: number; room: number } | undefined {
	const [, wing = "", room = ""] = file.split("/");
	const rooms = HOUSE[wing as keyof typeof HOUSE];
	if (rooms === undefined) return undefined;
	const at = Object.keys(rooms).indexOf(room);
	const isList = file === `server/${wing}/${room}` && (wing === "app" || file === "server/platform/base.ts");
	if (at < 0 && !isList) return undefined;
	return { wing: WINGS.indexOf(wing), room: at < 0 ? Number.POSITIVE_INFINITY : at };
}

export type Import = { from: string; to: string; specifier: string };

/** Every import of one part of the server by another, including type-only imports. */
export async function serverImports(root = process.cwd()): Promise<Import[]> {
	const names = await readdir(join(root, "server"), { recursive: true });
	const files = names.filter((name) => name.endsWith(".ts")).map((name) => `server/${name}`);
	const found = await Promise.all(
		files.map(async (from) => {
			const text = await readFile(join(root, from), "utf8");
			return [...text.matchAll(SPECIFIER)].flatMap(([, specifier = ""]) => {
				const to = specifier.startsWith("#server/")
					? `server/${specifier.slice("#server/".length)}`
					: relative(root, resolve(root, dirname(from), specifier));
				return to.startsWith("server/") && existsSync(join(root, to)) ? [{ from, to, specifier }] : [];
			});
		}),
	);
	return found.flat();
}

const HELP = "Move it down, pass it in, or list it in server/app (docs/ARCHITECTURE.md).";

/** What is wrong with an import, in a sentence; undefined if nothing is. */
export function complaintOf({ from, to, specifier }: Import): string | undefined {
	const [user, used] = [placeOf(from), placeOf(to)];
	if (!user) return `${from} is in no room of docs/ARCHITECTURE.md.`;
	if (!used) return `${to} is in no room of docs/ARCHITECTURE.md.`;
	if (used.wing > user.wing) return `${from} uses ${to}, of a wing above its own. ${HELP}`;
	if (used.wing === user.wing) {
		if (specifier.startsWith("#")) return `${from} uses ${to} of its own wing: write a relative path.`;
		// The lists of `app`, and the process that runs them, use each other.
		const isTop = (file: string) => /^server\/app\/([^/]+\.ts$|worker-process\/)/.test(file);
		if (used.room > user.room && !(isTop(from) && isTop(to)))
			return `${from} uses ${to}, of a room above its own. ${HELP}`;
		return undefined;
	}
	return specifier.startsWith("#") ? undefined : `${from} uses ${to} of another wing: write #${to}.`;
}
