import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { readAbout } from "#src/lib/evidence/about.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { Notice } from "#src/ui/page/notice.tsx";
import { CaptureScreen } from "./capture/capture-screen.tsx";

export const meta = {
	title: `Add evidence | ${site.name}`,
	description: "Take photos, record a voice note or choose files, also without a connection.",
	indexable: false,
} as const;

export default function CapturePage() {
	const account = useAccount();
	const { role, can } = useScope();
	const { search, pathname } = useLocation();
	const about = useMemo(() => readAbout(new URLSearchParams(search)), [search]);
	const shared = useMemo(() => new URLSearchParams(search).get("shared"), [search]);
	// A prerendered page knows neither the account nor what the device can record.
	const prerendered = usePrerendered();
	if (!prerendered && account.status === "known" && can("work")) return <CaptureScreen about={about} shared={shared} />;
	return (
		<div className="frame pt-5 pb-16 md:pt-8">
			<h1 className="mb-4 font-semibold text-26 tracking-[-0.01em]">Add evidence</h1>
			{!prerendered && account.status === "unknown" && (
				<Notice>
					<p>Evidence belongs to an account, and no one is signed in here.</p>
					<Link to={`/auth/login?next=${encodeURIComponent(pathname + search)}`}>Sign in</Link>
				</Notice>
			)}
			{!prerendered && account.status === "signed-out" && (
				<Notice>Nothing can be added while you are signed out.</Notice>
			)}
			{!prerendered && account.status === "known" && role !== null && (
				<RoleNote permission="work" what="add evidence" />
			)}
		</div>
	);
}
