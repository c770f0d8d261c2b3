import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { LEAD_KINDS, MAIL_QUEUES, type MailQueue, type OperatorOverview } from "#contract/operator/operator.ts";
import { site } from "#src/config/site.ts";
import type { KnownAccount } from "#src/lib/account/account.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { meQuery } from "#src/lib/session/me-query.ts";
import { listAddress, oneOf } from "#src/ui/hooks/list-address.ts";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { Notice } from "#src/ui/page/notice.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { AuditPanel } from "./audit-panel.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { LeadsPanel } from "./leads-panel.tsx";
import { NowPanel } from "./now-panel.tsx";
import { forgetOperatorData, overviewQuery, REREAD_MS } from "./operator-api.ts";
import { OPERATOR_DATA } from "./operator-data.tsx";
import { TargetsPanel } from "./targets-panel.tsx";

/** The tab, and the kind of leads that is shown. */
const { readAddress, writeAddress } = listAddress({
	tab: oneOf(["now", "mail", "leads", "targets", "audit"], "now"),
	kind: oneOf(LEAD_KINDS, ""),
});

export const meta = {
	title: `Operator | ${site.name}`,
	description: "What runs on this server, what is stuck, and what visitors left.",
	indexable: false,
} as const;

const failedMails = ({ queues }: OperatorOverview): number =>
	queues
		.filter(({ queue }) => MAIL_QUEUES.includes(queue as MailQueue))
		.reduce((sum, { retrying, failed }) => sum + retrying + failed, 0);

function Panels({ overview }: { overview: OperatorOverview }) {
	const { address, go } = useAddress(readAddress, writeAddress);
	const { tab, kind } = address;
	return (
		<Tabs
			label="Operator"
			selected={tab}
			onSelect={(name) => go(() => ({ tab: name, kind: "" }))}
			tabs={[
				{ name: "now", label: "Now", count: null },
				{ name: "mail", label: "Email", count: failedMails(overview) || null },
				{ name: "leads", label: "Leads", count: null },
				{ name: "targets", label: "Targets", count: null },
				{ name: "audit", label: "Audit", count: null },
			]}
		>
			{tab === "now" && <NowPanel {...overview} />}
			{tab === "mail" && (
				<div className="mt-6">
					<FailedJobs of="mail" words={{ one: "email", many: "emails", none: "No email has failed." }} />
				</div>
			)}
			{tab === "leads" && <LeadsPanel kind={kind} onKind={(kind) => go((now) => ({ ...now, kind }))} />}
			{tab === "targets" && <TargetsPanel />}
			{tab === "audit" && <AuditPanel />}
		</Tabs>
	);
}

const NotAnOperator = ({ email }: { email: string }) => (
	<Notice>
		<p>
			This page is for operators of this server. It shows other people’s data, so your account needs a role for it. To
			give it that role, run this on the server:
		</p>
		<p className="wrap-anywhere w-full border border-line bg-raised px-3 py-2 font-mono text-15">
			npm run operate -- grant {email}
		</p>
		<p>This page opens by itself a few seconds later.</p>
	</Notice>
);

/** For an account: what it may see. */
function OfAccount({ account }: { account: KnownAccount }) {
	// Refetched until the role is granted, so that the page opens by itself.
	const asking = useQuery({
		...meQuery,
		refetchInterval: ({ state }) => (state.data?.operator === true ? false : REREAD_MS),
	});
	const isOperator = asking.data && asking.data.operator === true;
	const reading = useQuery({ ...overviewQuery, enabled: isOperator === true });
	const isRefused = reading.error instanceof ApiFailure && reading.error.code === "operator_required";
	// The role was revoked while the page was open.
	useEffect(() => {
		if (isRefused) void asking.refetch();
	}, [isRefused, asking.refetch]);
	useEffect(() => {
		if (isOperator === false) forgetOperatorData();
	}, [isOperator]);
	if (isOperator === undefined) {
		return (
			<AccountData {...OPERATOR_DATA} what="your account" reading={asking}>
				{() => null}
			</AccountData>
		);
	}
	if (!isOperator || isRefused) return <NotAnOperator email={account.email} />;
	return (
		<AccountData {...OPERATOR_DATA} what="the current state" reading={reading}>
			{(overview) => <Panels overview={overview} />}
		</AccountData>
	);
}

function Body() {
	const state = useAccount();
	switch (state.status) {
		case "unknown":
			return (
				<div className="in-data-account:hidden">
					<Notice>
						<p>This page is for operators of this server.</p>
						<Link to="/auth/login?next=/dashboard/operator">Sign in</Link>
					</Notice>
				</div>
			);
		case "signed-out":
			return <Notice>Nothing is shown while you are signed out.</Notice>;
		case "known":
			return state.locked ? <Notice>Sign in again to see this page.</Notice> : <OfAccount account={state.account} />;
	}
}

/** For operators of the server: what runs, what is stuck and why, and what to do about it. */
export default function OperatorPage() {
	return (
		<div className="frame pt-4 pb-16 md:pt-6">
			<h1 className="mb-3 font-semibold text-26 tracking-[-0.01em]">Operator</h1>
			<Body />
		</div>
	);
}
