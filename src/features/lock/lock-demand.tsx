import { useAccount } from "#src/lib/account/use-account.ts";
import { useLock, useLockRequired } from "#src/lib/lock/use-lock.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";

/** Asks the user to set a lock if a workspace requires one and this device has none. */
export default function LockDemand() {
	const account = useAccount();
	const required = useLockRequired();
	const { status } = useLock();
	if (account.status !== "known" || !required || status !== "off") return null;
	return (
		<section aria-label="Lock this device" className="border-line border-b bg-raised print:hidden">
			<p className="frame block py-2 text-15">
				<b className="font-semibold">This device keeps no pages for reading.</b> A workspace of yours requires a lock
				for that. <Link to="/dashboard/settings/data#lock">Set a lock</Link>
			</p>
		</section>
	);
}
