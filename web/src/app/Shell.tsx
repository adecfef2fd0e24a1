import { Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { meAtom } from '../api/user.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { usePageKeys } from '../browser/page_keys.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { LoadingBar } from '../components/LoadingBar.tsx';
import { OnDemand } from '../components/OnDemand.tsx';
import { Menu } from './Menu.tsx';
import classes from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

const CommandPalette = lazyChunk(async () => (await import('../palette/CommandPalette.tsx')).CommandPalette);
const MenuDrawer = lazyChunk(async () => (await import('./MenuDrawer.tsx')).MenuDrawer);
const NewPasswordPage = lazyChunk(async () => (await import('../profile/FirstSecretPage.tsx')).NewPasswordPage);
const NewKeyCodePage = lazyChunk(async () => (await import('../profile/FirstSecretPage.tsx')).NewKeyCodePage);

/** The frame of every page: the menu at the side, or behind a button on a phone. */
export function Shell() {
  const me = useAtomValue(meAtom);
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  // A change of page starts at its top for the keyboard, too.
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus();
    shown.current = pathname;
  }, [pathname]);
  const [palette, setPalette] = useState<string>();
  usePageKeys({ 'Ctrl+KeyS': sendOpenForm }, { everywhere: true });
  usePageKeys({ 'Ctrl+KeyK': () => setPalette(''), KeyN: () => setPalette('новый ') });
  // What opens later opens without a connection, too.
  useEffect(() => {
    void Promise.allSettled([
      import('./MenuDrawer.tsx'),
      import('./SignOutDialog.tsx'),
      import('../palette/CommandPalette.tsx'),
    ]);
  }, []);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        К содержанию
      </a>
      <LoadingBar />
      <TopBar onMenu={drawer.open} isMenuOpen={isDrawerOpen} />
      <div className={classes.side}>
        <Menu />
      </div>
      <OnDemand isOpen={isDrawerOpen}>
        <MenuDrawer isOpen={isDrawerOpen} onClose={drawer.close} />
      </OnDemand>
      <OnDemand isOpen={palette !== undefined}>
        <CommandPalette start={palette} onClose={() => setPalette(undefined)} />
      </OnDemand>
      <main id="content" className={classes.content} ref={main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          {me.error && (
            <Box mb="md">
              <FailureAlert error={me.error} onRetry={() => void me.refetch()} />
            </Box>
          )}
          {/* Without the user no page is shown: nobody knows whether it may be. */}
          {(me.data || !me.error) && (
            <Suspense fallback={<LoadingText />}>
              {/* A one-time password opens nothing but the choice of an own one, as does a missing key. */}
              {me.data?.must_change_password ? (
                <NewPasswordPage />
              ) : me.data?.must_set_key_code ? (
                <NewKeyCodePage />
              ) : (
                <Outlet />
              )}
            </Suspense>
          )}
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** Sends the form that has the focus, or the one that is open in a dialog or a panel. */
function sendOpenForm(): void {
  const form = document.activeElement?.closest('form') ?? document.querySelector('[role=dialog] form, aside form');
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
