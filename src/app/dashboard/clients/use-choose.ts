import { useLocation, useNavigate } from "react-router-dom";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type Choice, writeChoice } from "#src/lib/workspace/choice.ts";
import { inClient, screenOf } from "#src/lib/workspace/routing/address.ts";

/** Shows another workspace or client, on the same kind of screen. */
export function useChoose(): (choice: Choice) => void {
	const navigate = useNavigate();
	const account = useAccount();
	const { pathname } = useLocation();
	return (choice) => {
		if (account.status !== "known") return;
		writeChoice(account.account.accountId, choice);
		navigate(inClient(screenOf(pathname), choice.code));
	};
}
