import { type ComponentType, lazy, Suspense } from "react";
import { DeleteSection } from "./account/delete-section.tsx";
import { EmailSection } from "./account/email-section.tsx";
import { MyDataSection } from "./account/my-data-section.tsx";
import { PasswordSection } from "./account/password-section.tsx";
import { ProfileSection } from "./account/profile-section.tsx";
import { SessionsSection } from "./account/sessions-section.tsx";
import { AccountPart } from "./account-part.tsx";
import { AboutSection } from "./device/about-section.tsx";
import { AppearanceSection } from "./device/appearance-section.tsx";
import { ClearSection } from "./device/clear-section.tsx";
import { InstallSection } from "./device/install-section.tsx";
import { StorageSection } from "./device/storage-section.tsx";
import type { GroupName } from "./groups.ts";
import { LockSection } from "./lock/lock-section.tsx";
import { NotificationsSection } from "./notifications/notifications-section.tsx";
import { ScheduleMailSection } from "./notifications/schedule-mail-section.tsx";

const PasskeysSection = lazy(() => import("./passkeys/passkeys-section.tsx"));
const SecondFactorSection = lazy(() => import("./second-factor/second-factor-section.tsx"));

const LOADING = (
	<p role="status" className="text-17 text-quiet">
		Loading your settings.
	</p>
);

/** A room in its own chunk, because most people open it rarely. */
function room(load: () => Promise<{ default: ComponentType }>): ComponentType {
	const Room = lazy(load);
	return () => (
		<Suspense fallback={LOADING}>
			<Room />
		</Suspense>
	);
}

/** What each group shows. Each section is saved separately. */
export const VIEWS: Record<GroupName, ComponentType> = {
	account: () => (
		<AccountPart>
			{({ me, withSession }) => (
				<>
					<ProfileSection me={me} withSession={withSession} />
					<EmailSection me={me} withSession={withSession} />
				</>
			)}
		</AccountPart>
	),
	"sign-in": () => (
		<AccountPart>
			{({ me, withSession, leave }) => (
				// All at once, because an address can link to the last one.
				<Suspense fallback={LOADING}>
					<PasswordSection me={me} withSession={withSession} />
					<PasskeysSection me={me} withSession={withSession} />
					<SecondFactorSection me={me} withSession={withSession} />
					<SessionsSection withSession={withSession} onSignedOut={() => leave("/auth/login")} />
				</Suspense>
			)}
		</AccountPart>
	),
	notifications: () => (
		<AccountPart>
			{({ withSession }) => (
				<>
					<NotificationsSection withSession={withSession} />
					<ScheduleMailSection withSession={withSession} />
				</>
			)}
		</AccountPart>
	),
	workspace: room(() => import("./workspace/workspace-room.tsx")),
	people: room(() => import("./people/people-room.tsx")),
	clients: room(() => import("./clients/clients-room.tsx")),
	integrations: room(() => import("./integrations-room.tsx")),
	audit: room(() => import("./audit/audit-room.tsx")),
	device: () => (
		<>
			<AppearanceSection />
			<InstallSection />
			<AboutSection />
		</>
	),
	data: () => (
		<>
			<StorageSection />
			<LockSection />
			<AccountPart>{({ withSession }) => <MyDataSection withSession={withSession} />}</AccountPart>
		</>
	),
	delete: () => (
		<>
			<ClearSection />
			<AccountPart>
				{({ me, withSession, leave }) => (
					<DeleteSection me={me} withSession={withSession} onDeleted={() => leave("/")} />
				)}
			</AccountPart>
		</>
	),
};
