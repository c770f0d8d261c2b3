import { useQuery } from "@tanstack/react-query";
import type { AccountId } from "#contract/ids.ts";
import { can } from "#contract/workspaces/roles.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { useScope } from "../use-scope.ts";
import { membersQuery } from "./members-query.ts";

type Props = {
	id: string;
	value: AccountId | null;
	/** The current owner, offered even if the members are not known here. */
	now?: { accountId: AccountId; name: string } | null;
	onOwner(owner: AccountId | null): void;
};

/** Chooses the owner of something: a member who may do the work, or no one. */
export function OwnerField({ id, value, now = null, onOwner }: Props) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const { data } = useQuery({ ...membersQuery({ workspace: scope.workspace, client: null }), enabled });
	const members = (data?.members ?? [])
		.filter(({ role }) => can(role, "work"))
		.map(({ accountId, name, you }) => ({ value: accountId as string, label: you ? `${name} (you)` : name }));
	const known = [...members];
	if (now && !known.some((one) => one.value === now.accountId)) known.push({ value: now.accountId, label: now.name });
	// You can always assign it to yourself, even before the members are loaded.
	if (account.status === "known" && !known.some((one) => one.value === account.account.accountId))
		known.push({ value: account.account.accountId, label: `${account.account.name} (you)` });
	return (
		<ChoiceField
			id={id}
			label="Owner"
			none="Nobody"
			options={known}
			value={value ?? ""}
			onChange={({ target }) => onOwner(target.value === "" ? null : (target.value as AccountId))}
		/>
	);
}
