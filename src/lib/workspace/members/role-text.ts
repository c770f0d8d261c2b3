import { can, type Permission, ROLE_LABELS, type Role, rolesThatCan } from "#contract/workspaces/roles.ts";
import { listText } from "./list-text.ts";

/** What each permission lets a member do, most important first. */
const PHRASES: Readonly<Record<Permission, readonly string[]>> = {
	read: ["see all work"],
	work: ["run scans", "decide about findings"],
	answer: ["answer assessments"],
	arrange: ["manage schedules and hosts", "share reports"],
	manage: ["manage clients and people"],
	own: ["appoint owners", "delete clients"],
	audit: ["read the audit log"],
};

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a role may do, after `You` or on its own, from the table that the server itself checks. */
export function abilityText(role: Role): string {
	const phrases = (Object.keys(PHRASES) as Permission[])
		.filter((permission) => can(role, permission))
		.flatMap((permission) => (role === "guest" && permission === "read" ? ["see one client"] : PHRASES[permission]));
	return `can ${listText(phrases)}.`;
}

/** The same as a sentence of its own. */
export const roleText = (role: Role): string => capitalized(abilityText(role));

/** `Owners and managers`: who may do what needs this permission. */
export const whoCan = (permission: Permission): string => {
	const roles = rolesThatCan(permission).map((role) => `${ROLE_LABELS[role].toLowerCase()}s`);
	return capitalized(listText(roles));
};
