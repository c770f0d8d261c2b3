import * as z from "zod/mini";

export const ROLES = ["owner", "manager", "consultant", "contributor", "auditor", "guest"] as const;

/** A member's role in a workspace. A `guest` belongs to one client and sees nothing else. */
export const role = z.enum(ROLES, "There is no such role.");
export type Role = z.infer<typeof role>;

/**
 * What an operation of the API needs in its workspace:
 * `read`: see scans, findings, hosts, schedules, reports, clients and people.
 * `work`: scan, test again, decide about findings and create reports.
 * `answer`: answer the questions of an assessment.
 * `arrange`: schedules, hosts, links that share a report; cancel and delete scans and reports.
 * `manage`: clients, people, the look of the workspace, and handing a client over.
 * `own`: owners, and deleting a client.
 * `audit`: the audit log.
 */
export type Permission = "read" | "work" | "answer" | "arrange" | "manage" | "own" | "audit";

/** Which roles may do what. The server, the API's description, the screens and the tests read this table. */
const PERMITTED: Readonly<Record<Permission, readonly Role[]>> = {
	read: ["owner", "manager", "consultant", "contributor", "auditor", "guest"],
	work: ["owner", "manager", "consultant", "contributor"],
	answer: ["owner", "manager", "consultant", "contributor", "guest"],
	arrange: ["owner", "manager", "consultant"],
	manage: ["owner", "manager"],
	own: ["owner"],
	audit: ["owner", "manager", "auditor"],
};

/** Whether a role may do what an operation needs. */
export const can = (of: Role, permission: Permission): boolean => PERMITTED[permission].includes(of);

/** The roles with a permission, most powerful first. */
export const rolesThatCan = (permission: Permission): readonly Role[] => PERMITTED[permission];

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
	owner: "Owner",
	manager: "Manager",
	consultant: "Consultant",
	contributor: "Contributor",
	auditor: "Auditor",
	guest: "Client guest",
};
