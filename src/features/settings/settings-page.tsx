import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { ThingHeading } from "#src/ui/page/thing-heading.tsx";
import { useOwnPath } from "#src/ui/page/use-own-path.ts";
import { VIEWS } from "./group-view.tsx";
import { type GroupName, groupOf, SETTINGS, sectionPath } from "./groups.ts";
import { SettingsIndex } from "./settings-index.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

export const meta = (path: string) =>
	({
		title: `${[groupOf(path)?.label, "Settings", site.name].filter(Boolean).join(" | ")}`,
		description: "Your profile, sign-in, notifications, and what this device keeps.",
		indexable: false,
	}) as const;

/** Opens the group of a section that an old link names. */
function useOldAnchors(): void {
	const { hash } = useLocation();
	const navigate = useNavigate();
	useEffect(() => {
		const path = sectionPath(hash);
		if (path) navigate(path, { replace: true });
	}, [hash, navigate]);
}

function Index() {
	useOldAnchors();
	return (
		<>
			<h1 className="mb-6 font-semibold text-26 tracking-[-0.01em]">Settings</h1>
			<SignInFirst />
			<div className="mt-4 max-w-2xl border-line border-t">
				<SettingsIndex current={null} />
			</div>
		</>
	);
}

function Group({ name, label }: { name: GroupName; label: string }) {
	const View = VIEWS[name];
	return (
		<div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-x-12 xl:gap-x-16">
			<div className="hidden lg:block">
				<SettingsIndex current={name} />
			</div>
			<div className="min-w-0">
				<ThingHeading
					kind={
						<Link to={SETTINGS} className="inline-flex min-h-11 items-center">
							Settings
						</Link>
					}
				>
					{label}
				</ThingHeading>
				<div className="mt-6">
					<View />
				</div>
			</div>
		</div>
	);
}

/** The index of the settings, or one of its groups. */
export default function SettingsPage() {
	const group = groupOf(useOwnPath());
	return <div className="frame pt-8 pb-16">{group ? <Group name={group.name} label={group.label} /> : <Index />}</div>;
}
