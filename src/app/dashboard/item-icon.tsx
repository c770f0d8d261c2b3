import { Icon, Outline } from "#src/ui/icon.tsx";
import type { ItemName } from "./items.ts";

/** Outlines on a 24-unit grid, drawn for this product, for items only the menu shows. Other pages don't load them. */
const PATHS = {
	vulnerabilities: "M12 4.5 20.5 19h-17zM12 10v4.5M12 16.6v.2",
	compliance: "M4 9.5 12 4l8 5.5M4 20h16M7 10.5V20M12 10.5V20M17 10.5V20",
	controls: "M4.5 4.5h15v15h-15zM8.5 12l2.5 2.5 4.5-5",
	tasks: "m4 6.5 1.5 1.5L8 5M11 6.5h9M4 12.5 5.5 14 8 11M11 12.5h9M4 18.5 5.5 20 8 17M11 18.5h9",
	assessments: "M6 5h12v15.5H6zM9.5 3.5h5v3h-5zM9 11h6M9 14.5h3M12.5 17.5l1.5 1 2.5-3.5",
	evidence: "M4 4h8l8.5 8.5-8 8L4 12zM7 8a1 1 0 1 0 2 0a1 1 0 1 0-2 0z",
	questionnaires: "M5 3.5h14v17H5zM8 8h4M8 12h4M8 16h4M14.5 8l1 1 2-2M14.5 12l1 1 2-2M14.8 16h2.4",
	assets: "M4 5h16v6H4zM4 13h16v6H4zM7.5 8h.1M7.5 16h.1",
	operator: "M12 4v7.5M7.5 6.4a7.5 7.5 0 1 0 9 0",
} as const satisfies Partial<Record<ItemName, string>>;

const isOwn = (name: ItemName): name is keyof typeof PATHS => Object.hasOwn(PATHS, name);

/** A menu item's icon, beside its label. */
export const ItemIcon = ({ name }: { name: ItemName }) =>
	isOwn(name) ? <Outline path={PATHS[name]} /> : <Icon name={name} />;
