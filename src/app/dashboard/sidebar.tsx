import { site } from "#src/config/site.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Icon } from "#src/ui/icon.tsx";
import { Bob } from "#src/ui/page/bob.tsx";
import { ItemIcon } from "./item-icon.tsx";
import type { ItemName } from "./items.ts";
import { toggleSidebar, useSidebarExpanded } from "./sidebar-state.ts";
import { useItems } from "./use-items.ts";

/** The line from the top edge, past the items above the active one, to the bob beside it. */
function Line({ end }: { end: "passes" | "ends" | "over" }) {
	return (
		<span aria-hidden="true" className="flex w-3 flex-none flex-col items-center self-stretch">
			{end !== "over" && <span className={`w-0 border-line-strong border-s ${end === "ends" ? "h-2.5" : "grow"}`} />}
			{end === "ends" && <Bob className="settle w-3" />}
		</span>
	);
}

const lineAt = (index: number, active: number) => (index < active ? "passes" : index === active ? "ends" : "over");

type Props = { active: ItemName | null };

/** For wide screens. The plumb line marks the current item. */
export function Sidebar({ active }: Props) {
	const expanded = useSidebarExpanded();
	const items = useItems();
	const at = items.findIndex(({ name }) => name === active);
	return (
		<nav
			aria-label="Dashboard"
			className="sticky top-0 hidden h-dvh w-60 flex-col overflow-y-auto border-line border-e bg-raised ps-[max(1rem,env(safe-area-inset-left))] pe-3 in-data-[sidebar=collapsed]:w-auto md:flex sideways:hidden print:hidden"
		>
			<Link to="/" className="flex min-h-14 items-stretch gap-3 text-ink no-underline">
				<Line end={at === -1 ? "ends" : "passes"} />
				<span className="self-center font-semibold text-17 tracking-[-0.01em] in-data-[sidebar=collapsed]:sr-only">
					{site.name}
				</span>
			</Link>
			<ul id="sidebar-items">
				{items.map(({ name, label }, index) => (
					<li key={name}>
						<Link
							to={`/dashboard/${name}`}
							aria-current={name === active ? "page" : undefined}
							title={expanded ? undefined : label}
							className="flex min-h-11 items-stretch gap-3 rounded-control pe-3 text-15 text-quiet no-underline hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
						>
							<Line end={lineAt(index, at)} />
							<span className="self-center">
								<ItemIcon name={name} />
							</span>
							<span className="self-center in-data-[sidebar=collapsed]:sr-only">{label}</span>
						</Link>
					</li>
				))}
			</ul>
			<button
				type="button"
				aria-expanded={expanded}
				aria-controls="sidebar-items"
				onClick={toggleSidebar}
				className="mt-auto mb-3 flex min-h-11 cursor-pointer items-center gap-3 rounded-control ps-6 pe-3 text-15 text-quiet hover:text-ink"
			>
				<Icon name="panel" />
				<span className="in-data-[sidebar=collapsed]:sr-only">Sidebar</span>
			</button>
		</nav>
	);
}
