import { type Permission, ROLE_LABELS, can as roleCan } from "#contract/workspaces/roles.ts";
import { Link } from "../routing/link.tsx";
import { useScope } from "../use-scope.ts";

type Props = {
	permission: Permission;
	/** The action that needs it, such as `start scans`. */
	what: string;
};

/** Shown instead of a control that is not offered here: why, and who can help. */
export function RoleNote({ permission, what }: Props) {
	const { workspace, client, role, archived, can } = useScope();
	if (role === null) return null;
	const text = "max-w-[62ch] border-line-strong border-s-4 ps-3 text-15 text-quiet print:hidden";
	if (!roleCan(role, permission)) {
		return (
			<p className={text}>
				Your role here is {ROLE_LABELS[role]}, so you cannot {what}. An owner or manager of{" "}
				{workspace?.name ?? "the workspace"} can change your role.
			</p>
		);
	}
	if (!archived) return null;
	return (
		<p className={text}>
			<bdi>{client?.name}</bdi> is archived, so nothing new is created for it. Everything can still be read.{" "}
			{can("manage") ? (
				<>
					You can restore it under <Link to="/dashboard/settings/clients">Clients</Link>.
				</>
			) : (
				"An owner or manager can restore it."
			)}
		</p>
	);
}
