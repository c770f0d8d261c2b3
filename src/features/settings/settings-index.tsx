import { Link } from "react-router-dom";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { GROUPS, type GroupName, groupPath } from "./groups.ts";
import { useSummaries } from "./use-summaries.ts";

/** The groups of settings, each with its present state in one line. */
export function SettingsIndex({ current }: { current: GroupName | null }) {
	const summaries = useSummaries();
	const { status } = useAccount();
	const { role, can } = useScope();
	// For a role that may not read it, there is no log.
	const groups = GROUPS.filter(({ name }) => name !== "audit" || role === null || can("audit"));
	return (
		<nav aria-label="Settings">
			<ul>
				{groups.map(({ name, label, needsAccount }) => (
					<li
						key={name}
						className={`relative border-line border-b py-1.5 ${current === null ? "" : "border-s-2 border-s-transparent ps-3 has-aria-[current]:border-s-ink"} ${name === "delete" ? "mt-6 border-t" : ""}`}
					>
						<Link
							to={groupPath(name)}
							aria-current={name === current ? "page" : undefined}
							aria-describedby={`group-${name}`}
							className="font-medium text-17 text-ink no-underline after:absolute after:inset-0 hover:text-accent aria-[current]:font-semibold"
						>
							{label}
						</Link>
						<p
							id={`group-${name}`}
							className={`min-h-[1lh] wrap-anywhere text-15 text-quiet ${needsAccount && status === "unknown" ? "in-data-account:invisible" : ""}`}
						>
							{summaries[name]}
						</p>
					</li>
				))}
			</ul>
		</nav>
	);
}
