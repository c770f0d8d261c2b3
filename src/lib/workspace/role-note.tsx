import { type Permission, ROLE_LABELS } from "#contract/workspaces/roles.ts";
import { useScope } from "./use-scope.ts";

type Props = {
	permission: Permission;
	/** What needs it, such as `start scans`. */
	what: string;
};

/** Stands where a control would be that the member's role does not have: why it is not there, and who can help. */
export function RoleNote({ permission, what }: Props) {
	const { workspace, role, can } = useScope();
	if (role === null || can(permission)) return null;
	return (
		<p className="max-w-[62ch] border-line-strong border-s-4 ps-3 text-15 text-quiet print:hidden">
			Your role here is {ROLE_LABELS[role]}, so you cannot {what}. An owner or manager of{" "}
			{workspace?.name ?? "the workspace"} can change your role.
		</p>
	);
}
