import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { queryClient, store } from '../api/store.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Guard } from '../login/Guard.tsx';
import { LoginPage } from '../login/LoginPage.tsx';
import { screens } from '../paths.ts';
import { Shell } from './Shell.tsx';
import { theme } from './theme.ts';

const LandingPage = lazyChunk(async () => (await import('./LandingPage.tsx')).LandingPage);
const ProjectsPage = lazyChunk(async () => (await import('../projects/ProjectsPage.tsx')).ProjectsPage);
const ObjectsPage = lazyChunk(async () => (await import('../objects/ObjectsPage.tsx')).ObjectsPage);
const CompanyPage = lazyChunk(async () => (await import('../company/CompanyPage.tsx')).CompanyPage);
const InventoryPage = lazyChunk(async () => (await import('../inventory/InventoryPage.tsx')).InventoryPage);
const ScenariosPage = lazyChunk(async () => (await import('../scenarios/ScenariosPage.tsx')).ScenariosPage);
const EditionPage = lazyChunk(async () => (await import('../edition/EditionPage.tsx')).EditionPage);
const CalculationsPage = lazyChunk(async () => (await import('../calculations/CalculationsPage.tsx')).CalculationsPage);
const ProfilePage = lazyChunk(async () => (await import('../profile/ProfilePage.tsx')).ProfilePage);
const SettingsPage = lazyChunk(async () => (await import('../settings/SettingsPage.tsx')).SettingsPage);
const WidgetsPage = lazyChunk(async () => (await import('../converter/WidgetsPage.tsx')).WidgetsPage);
const ReferencePage = lazyChunk(async () => (await import('../reference/ReferencePage.tsx')).ReferencePage);
const DocumentsPage = lazyChunk(async () => (await import('../documents/DocumentsPage.tsx')).DocumentsPage);
const GraphsPage = lazyChunk(async () => (await import('../graphs/GraphsPage.tsx')).GraphsPage);
const ReportPage = lazyChunk(async () => (await import('../report/ReportPage.tsx')).ReportPage);
const ExportPage = lazyChunk(async () => (await import('../export/ExportPage.tsx')).ExportPage);
const AdminPage = lazyChunk(async () => (await import('../admin/AdminPage.tsx')).AdminPage);
const UnknownPage = lazyChunk(async () => (await import('./UnknownPage.tsx')).UnknownPage);

/** The application: its providers and the table of routes. `env`: tests switch transitions off. */
export function App({ env = 'default' }: { readonly env?: 'default' | 'test' }) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} defaultColorScheme="auto" env={env}>
          <ErrorBoundary>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
            <Notifications position="bottom-right" limit={4} />
          </ErrorBoundary>
        </MantineProvider>
      </QueryClientProvider>
    </Provider>
  );
}

function AppRoutes() {
  return (
    <Routes>
      <Route path={screens.login} element={<LoginPage />} />
      <Route path="/backend" element={<Navigate to={screens.admin} replace />} />
      <Route element={<Guard />}>
        <Route element={<Shell />}>
          <Route index element={<LandingPage />} />
          <Route path={screens.projects} element={<ProjectsPage />} />
          <Route path="/projects/:projectId/calculations" element={<CalculationsPage />} />
          <Route path="/projects/:projectId/inventory" element={<InventoryPage />} />
          <Route path="/projects/:projectId/scenarios" element={<ScenariosPage />} />
          <Route path="/projects/:projectId/edition" element={<EditionPage />} />
          <Route path="/projects/:projectId/graphs" element={<GraphsPage />} />
          <Route path="/projects/:projectId/report" element={<ReportPage />} />
          <Route path={screens.companyInventory} element={<CompanyPage />} />
          <Route path={screens.objects} element={<ObjectsPage />} />
          <Route path={screens.profile} element={<ProfilePage />} />
          <Route path={screens.dictionary} element={<ReferencePage />} />
          <Route path={screens.documents} element={<DocumentsPage />} />
          <Route path={screens.export} element={<ExportPage />} />
          <Route path={screens.widgets} element={<WidgetsPage />} />
          <Route path={screens.settings} element={<SettingsPage />} />
          <Route path={screens.admin} element={<AdminPage />} />
          {/* Chosen: a signed-in user is shown that the address is unknown; without a session it leads to /login (as specified). */}
          <Route path="*" element={<UnknownPage />} />
        </Route>
      </Route>
    </Routes>
  );
}
