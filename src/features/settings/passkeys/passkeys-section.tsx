import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Me } from "#contract/accounts/accounts.ts";
import type { Passkey, PasskeyList } from "#contract/accounts/passkeys.ts";
import { tellBrowser } from "#src/lib/passkeys/tell-browser.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { RowMenu } from "#src/ui/list/row-menu.tsx";
import { Section } from "../section.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { datesText, keepingText } from "./passkey-text.ts";
import { passkeysQuery } from "./passkeys-query.ts";
import { RemovePasskey } from "./remove-passkey.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";

type Asked = { what: "add" } | { what: "rename" | "remove"; passkey: Passkey } | null;

type RowProps = { passkey: Passkey; onRename(): void; onRemove(): void };

function Row({ passkey, onRename, onRemove }: RowProps) {
	return (
		<li className="flex items-start justify-between gap-x-3 border-line border-b py-3">
			<div className="min-w-0 text-15">
				<p className="wrap-anywhere font-semibold">{passkey.name}</p>
				<p>{keepingText(passkey)}</p>
				<p className="text-13 text-quiet">{datesText(passkey)}</p>
			</div>
			<RowMenu
				about={passkey.name}
				items={[
					{ label: "Rename", onChoose: onRename },
					{ label: "Remove", onChoose: onRemove },
				]}
			/>
		</li>
	);
}

type Props = { me: Me; withSession: WithSession };

/** The account’s passkeys: they sign in without a password and without a code. */
export default function PasskeysSection({ me, withSession }: Props) {
	const { data, isError, refetch } = useQuery(passkeysQuery);
	const [asked, setAsked] = useState<Asked>(null);
	useTellBrowser(data, me);
	const close = () => setAsked(null);

	return (
		<Section id="passkeys" heading="Passkeys">
			<p className="text-15">
				Sign in with your fingerprint, face or screen lock, or with a security key. You need no password and no code,
				and a fake page gets nothing that signs in here.
			</p>
			{isError && !data && (
				<p className="text-15">
					This could not be loaded.{" "}
					<Button variant="plain" onClick={() => refetch()}>
						Try again
					</Button>
				</p>
			)}
			{data && data.passkeys.length > 0 && (
				<ul aria-label="Passkeys" className="border-line border-t">
					{data.passkeys.map((passkey) => (
						<Row
							key={passkey.id}
							passkey={passkey}
							onRename={() => setAsked({ what: "rename", passkey })}
							onRemove={() => setAsked({ what: "remove", passkey })}
						/>
					))}
				</ul>
			)}
			{data &&
				(me.emailConfirmed ? (
					<div>
						<Button variant="secondary" onClick={() => setAsked({ what: "add" })}>
							Add a passkey
						</Button>
					</div>
				) : (
					<p className="text-15 text-quiet">Confirm your email address first. Then you can add a passkey.</p>
				))}
			{data && asked?.what === "add" && <AddPasskey list={data} withSession={withSession} onClose={close} />}
			{asked?.what === "rename" && <RenamePasskey passkey={asked.passkey} withSession={withSession} onClose={close} />}
			{data && asked?.what === "remove" && (
				<RemovePasskey rpId={data.rpId} passkey={asked.passkey} withSession={withSession} onClose={close} />
			)}
		</Section>
	);
}

/** Once the list has loaded and whenever it changes. */
function useTellBrowser(list: PasskeyList | undefined, { email, firstName, lastName }: Me): void {
	useEffect(() => {
		if (list) void tellBrowser(list, { email, firstName, lastName });
	}, [list, email, firstName, lastName]);
}
