import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { accountId, clientId } from "#contract/ids.ts";

/** Most trackers per workspace. */
export const TRACKERS_LIMIT = 20;

export const TRACKER_SYSTEMS = ["github", "gitlab", "jira"] as const;
export const trackerSystem = z.enum(TRACKER_SYSTEMS, `A tracker is one of ${TRACKER_SYSTEMS.join(", ")}.`);
export type TrackerSystem = z.infer<typeof trackerSystem>;

export const SYSTEM_LABELS: Readonly<Record<TrackerSystem, string>> = {
	github: "GitHub",
	gitlab: "GitLab",
	jira: "Jira",
};

/** Where issues go if no address is given. Jira has a separate address for each customer. */
export const CLOUDS: Readonly<Record<TrackerSystem, string>> = {
	github: "https://github.com",
	gitlab: "https://gitlab.com",
	jira: "",
};

const PROJECT_FORMS: Readonly<Record<TrackerSystem, RegExp>> = {
	github: /^[\w-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/,
	gitlab: /^(?:\d{1,20}|[\w.-]+(?:\/[\w.-]+)+)$/,
	jira: /^[A-Z][A-Z0-9_]{1,19}$/,
};
const PROJECT_TEXTS: Readonly<Record<TrackerSystem, string>> = {
	github: "A repository looks like owner/name.",
	gitlab: "A project looks like group/name, or is its number.",
	jira: "A project key looks like SEC.",
};

type Project = { system: TrackerSystem; url: string; project: string; issueType: string; email: string };
type ProjectFault = { field: "url" | "project" | "issueType" | "email"; message: string };

/** What is wrong with the given project; undefined if nothing is. */
export function faultOfProject({ system, url, project, issueType, email }: Project): ProjectFault | undefined {
	if (url === "") return { field: "url", message: "Please give the address of your Jira." };
	if (!PROJECT_FORMS[system].test(project)) return { field: "project", message: PROJECT_TEXTS[system] };
	if (system !== "jira") return undefined;
	if (issueType === "") return { field: "issueType", message: "Please give an issue type, such as Task." };
	if (email === "" && /^https?:\/\/[^/?#]+\.atlassian\.net(?:[:/]|$)/i.test(url)) {
		return { field: "email", message: "Jira Cloud needs the email address that the token belongs to." };
	}
	return undefined;
}

const name = z
	.string("Please give a name.")
	.check(
		inOneLine(),
		z.trim(),
		z.minLength(1, "Please give a name."),
		atMost(100, "A name has at most 100 characters."),
	);
const url = z
	.string("Please give an address.")
	.check(
		z.trim(),
		atMost(500, "An address has at most 500 characters."),
		z.url({ protocol: /^https?$/, error: "An address looks like https://gitlab.example.com." }),
	);
const project = z.string("Please give the project.").check(z.trim(), atMost(300, "That project is too long."));
const issueType = z.string().check(inOneLine(), z.trim(), atMost(60, "An issue type has at most 60 characters."));
const email = z.string().check(z.trim(), atMost(254, "That address is too long."));
const token = z
	.string("Please give a token.")
	.check(
		z.trim(),
		z.minLength(1, "Please give a token."),
		atMost(2_000, "That token is too long."),
		z.regex(/^[\x21-\x7e]+$/, "A token has no spaces and only plain characters."),
	);
/** The only client whose findings and tasks it accepts; null for all. */
const onlyClient = z.nullable(clientId);

/** `POST trackers/`. */
export const trackerRequest = z.object({
	name,
	system: trackerSystem,
	/** The tracker's web address, such as `https://gitlab.example.com`. Left out: the cloud of GitHub or GitLab. */
	url: z.optional(url),
	/** GitHub: `owner/name`. GitLab: the path, or the number. Jira: the key. */
	project,
	/** Jira only: the issue type, such as `Task`. */
	issueType: z._default(issueType, ""),
	/** Jira Cloud only: the account the token belongs to. Empty for Jira Data Center. */
	email: z._default(email, ""),
	/** Never shown again. */
	token,
	clientId: z._default(onlyClient, null),
});
export type TrackerRequest = z.infer<typeof trackerRequest>;

/** `PATCH trackers/:trackerId/`: fields left out stay as they are. Another host needs the token again. */
export const trackerChange = z.partial(z.object({ name, url, project, issueType, email, token, clientId: onlyClient }));
export type TrackerChange = z.infer<typeof trackerChange>;

/** A tracker as lists show it: never its token. */
export const tracker = z.object({
	id: z.uuid(),
	name: z.string(),
	system: trackerSystem,
	url: z.string(),
	project: z.string(),
	issueType: z.string(),
	email: z.string(),
	clientId: z.nullable(clientId),
	madeBy: z.nullable(z.object({ accountId, name: z.string() })),
	createdAt: z.iso.datetime(),
	/** How many of its tickets we gave up on until someone tries again. */
	failed: z.int(),
	/** The tracker asked to wait until then. */
	pausedUntil: z.nullable(z.iso.datetime()),
});
export type Tracker = z.infer<typeof tracker>;

/** `GET trackers/`. */
export const trackerList = z.object({
	trackers: z.array(tracker),
	/** Whether this server can store tokens. If not, no tracker can be added. */
	available: z.boolean(),
});

/** Why a request to a tracker failed. */
export const TRACKER_PROBLEMS = [
	"not-allowed",
	"no-key",
	"timeout",
	"certificate",
	"connection",
	"redirect",
	"too-large",
	"not-json",
	"unauthorized",
	"forbidden",
	"missing",
	"refused",
	"rate-limited",
	"server",
	"issues-off",
	"no-issue-permission",
	"no-issue-type",
] as const;
export type TrackerProblem = (typeof TRACKER_PROBLEMS)[number];

const outcome = {
	problem: z.nullable(z.enum(TRACKER_PROBLEMS)),
	/** The HTTP status; null if there was no answer. */
	code: z.nullable(z.int()),
	/** What the tracker said. Untrusted text. */
	detail: z.string(),
};

/** `POST trackers/:trackerId/check/`. */
export const trackerChecked = z.object(outcome);
export type TrackerChecked = z.infer<typeof trackerChecked>;
