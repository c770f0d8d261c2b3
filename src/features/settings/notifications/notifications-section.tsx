import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
	type NotificationChanges,
	type NotificationSettings,
	notificationSettings,
} from "#contract/accounts/notifications.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { repeatPush, turnOnPush } from "#src/lib/push/push.ts";
import { endDevicePush, setOutboxNotices } from "#src/lib/push/push-device.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { useDeviceNotices } from "./use-device-notices.ts";

/** `GET notifications/`. */
const notificationsQuery = queryOptions({
	queryKey: ["notifications"],
	meta: { kept: notificationSettings },
	queryFn: ({ signal }) => callApi(API_PATHS.notifications, { answer: notificationSettings, signal }),
});

const WHAT = [
	["scanFinished", "When a scan has ended"],
	["newFinding", "When a scan finds something new and serious"],
	["mail", "By email, when no device could be reached"],
] as const;

const CANNOT = {
	absent: "This browser does not support notifications.",
	install: "On this device notifications come from the installed app. Install it, then turn them on there.",
	blocked:
		"Notifications from this site are blocked in this browser. Allow them beside the address, or in the system’s settings for the app, then come back here.",
} as const;

/** Which notifications to send and where. The browser's permission is requested on a tap, never before. */
export function NotificationsSection({ withSession }: { withSession: WithSession }) {
	const queries = useQueryClient();
	const { data, isError, refetch } = useQuery(notificationsQuery);
	const { device, look } = useDeviceNotices();
	const { state, submitting, save } = useSave(withSession);
	const known = (settings: NotificationSettings | null) => {
		if (settings) queries.setQueryData(notificationsQuery.queryKey, settings);
	};

	const forgotten = device?.push === "on" && data?.here === false;
	useEffect(() => {
		// The session that subscribed has ended; this session runs on the same device.
		if (!forgotten) return;
		repeatPush().then(
			(settings) => queries.setQueryData(notificationsQuery.queryKey, settings ?? undefined),
			() => undefined,
		);
	}, [forgotten, queries]);

	// Shown as ticked until the server confirms it. Changes are sent one after the other.
	const [ticked, setTicked] = useState<NotificationChanges>({});
	const line = useRef(Promise.resolve());
	const change = (body: NotificationChanges) => {
		setTicked((before) => ({ ...before, ...body }));
		const own = line.current.then(async () => {
			await save(async () =>
				known(await callApi(API_PATHS.notifications, { method: "PATCH", body, answer: notificationSettings })),
			);
			if (line.current === own) setTicked({});
		});
		line.current = own;
	};
	const turnOn = (publicKey: string) =>
		save(async () => {
			const settings = await turnOnPush(publicKey);
			known(settings);
			if (settings) await setOutboxNotices(true);
			await look();
		});
	const turnOff = () =>
		save(async () => {
			await callApi(API_PATHS.pushSubscription, { method: "DELETE" });
			await endDevicePush();
			await Promise.all([look(), refetch()]);
		});

	return (
		<Section id="notifications" heading="Scan notifications">
			<p className="text-15 text-quiet">
				A notification says what happened and on which host. Sign in to see the findings.
			</p>
			{!data && isError && (
				<p className="text-15">
					This could not be loaded.{" "}
					<Button variant="plain" onClick={() => refetch()}>
						Try again
					</Button>
				</p>
			)}
			{data && device && (
				<>
					{data.publicKey === null ? (
						<p className="text-15">This server sends no notifications to devices.</p>
					) : device.push === "on" ? (
						<div>
							<p className="mb-3 text-15">Notifications are on for this device.</p>
							<Button variant="secondary" disabled={submitting} onClick={turnOff}>
								Turn off on this device
							</Button>
						</div>
					) : device.push === "off" ? (
						<div>
							<Button variant="secondary" disabled={submitting} onClick={() => turnOn(data.publicKey ?? "")}>
								Turn on for this device
							</Button>
						</div>
					) : (
						<p className="text-15">{CANNOT[device.push]}</p>
					)}
					<fieldset>
						<legend className="font-medium text-15">Notify me</legend>
						{WHAT.map(([name, label]) => (
							<CheckField
								key={name}
								id={`notify-${name}`}
								checked={ticked[name] ?? data.choices[name]}
								onChange={({ target }) => change({ [name]: target.checked })}
							>
								{label}
							</CheckField>
						))}
						{device.push === "on" && (
							<CheckField
								id="notify-outbox"
								checked={device.outbox}
								onChange={({ target }) => void setOutboxNotices(target.checked).then(look)}
							>
								On this device, when the outbox was sent while the app was closed
							</CheckField>
						)}
					</fieldset>
				</>
			)}
			<SubmissionFailure title="This was not changed" state={state} />
		</Section>
	);
}
