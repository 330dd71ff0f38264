# The pages of the server in a WebView that fills the screen.
.class public Lde/magazin/app/Main;
.super Landroid/app/Activity;

.field web:Landroid/webkit/WebView;
.field chrome:Lde/magazin/app/Chrome;
.field scans:Lde/magazin/app/Scans;

.method public constructor <init>()V
    .locals 0
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method

.method public onCreate(Landroid/os/Bundle;)V
    .locals 4
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    # the screen stays on; the keys for the volume mean the tones of the page
    invoke-virtual {p0}, Lde/magazin/app/Main;->getWindow()Landroid/view/Window;
    move-result-object v0
    const/16 v1, 0x80
    invoke-virtual {v0, v1}, Landroid/view/Window;->addFlags(I)V
    const/4 v1, 0x3
    invoke-virtual {p0, v1}, Lde/magazin/app/Main;->setVolumeControlStream(I)V

    invoke-direct {p0}, Lde/magazin/app/Main;->makeWeb()V
    # Android 15 draws below the bars of the system: a frame keeps clear of them, a WebView would not
    new-instance v0, Landroid/widget/FrameLayout;
    invoke-direct {v0, p0}, Landroid/widget/FrameLayout;-><init>(Landroid/content/Context;)V
    const/4 v1, 0x1
    invoke-virtual {v0, v1}, Landroid/widget/FrameLayout;->setFitsSystemWindows(Z)V
    iget-object v2, p0, Lde/magazin/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0, v2}, Landroid/widget/FrameLayout;->addView(Landroid/view/View;)V
    invoke-virtual {p0, v0}, Lde/magazin/app/Main;->setContentView(Landroid/view/View;)V

    invoke-static {p0}, Lde/magazin/app/Address;->takesBroadcasts(Landroid/content/Context;)Z
    move-result v0
    if-eqz v0, :keys
    new-instance v0, Lde/magazin/app/Scans;
    invoke-direct {v0, p0}, Lde/magazin/app/Scans;-><init>(Lde/magazin/app/Main;)V
    iput-object v0, p0, Lde/magazin/app/Main;->scans:Lde/magazin/app/Scans;
    invoke-static {p0}, Lde/magazin/app/Wedge;->setUp(Landroid/content/Context;)V
    :keys
    if-eqz p1, :fresh
    invoke-virtual {v2, p1}, Landroid/webkit/WebView;->restoreState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    move-result-object v0
    if-eqz v0, :fresh
    return-void
    :fresh
    invoke-virtual {p0}, Lde/magazin/app/Main;->open()V
    return-void
.end method

.method private makeWeb()V
    .locals 5
    new-instance v0, Landroid/webkit/WebView;
    invoke-direct {v0, p0}, Landroid/webkit/WebView;-><init>(Landroid/content/Context;)V
    iput-object v0, p0, Lde/magazin/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->getSettings()Landroid/webkit/WebSettings;
    move-result-object v1
    const/4 v2, 0x1
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setJavaScriptEnabled(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setDomStorageEnabled(Z)V
    const/4 v2, 0x0
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setMediaPlaybackRequiresUserGesture(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowFileAccess(Z)V
    # the server's log tells which version somebody has
    new-instance v2, Ljava/lang/StringBuilder;
    invoke-direct {v2}, Ljava/lang/StringBuilder;-><init>()V
    invoke-virtual {v1}, Landroid/webkit/WebSettings;->getUserAgentString()Ljava/lang/String;
    move-result-object v3
    invoke-virtual {v2, v3}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    const-string v3, " MagazinApp/"
    invoke-virtual {v2, v3}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-direct {p0}, Lde/magazin/app/Main;->version()Ljava/lang/String;
    move-result-object v3
    invoke-virtual {v2, v3}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-virtual {v2}, Ljava/lang/StringBuilder;->toString()Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setUserAgentString(Ljava/lang/String;)V

    new-instance v1, Lde/magazin/app/Client;
    invoke-direct {v1, p0}, Lde/magazin/app/Client;-><init>(Lde/magazin/app/Main;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebViewClient(Landroid/webkit/WebViewClient;)V
    new-instance v1, Lde/magazin/app/Chrome;
    invoke-direct {v1, p0}, Lde/magazin/app/Chrome;-><init>(Lde/magazin/app/Main;)V
    iput-object v1, p0, Lde/magazin/app/Main;->chrome:Lde/magazin/app/Chrome;
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebChromeClient(Landroid/webkit/WebChromeClient;)V
    new-instance v1, Lde/magazin/app/Downloads;
    invoke-direct {v1, p0}, Lde/magazin/app/Downloads;-><init>(Lde/magazin/app/Main;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setDownloadListener(Landroid/webkit/DownloadListener;)V
    return-void
.end method

.method private version()Ljava/lang/String;
    .locals 3
    :try_start
    invoke-virtual {p0}, Lde/magazin/app/Main;->getPackageManager()Landroid/content/pm/PackageManager;
    move-result-object v0
    invoke-virtual {p0}, Lde/magazin/app/Main;->getPackageName()Ljava/lang/String;
    move-result-object v1
    const/4 v2, 0x0
    invoke-virtual {v0, v1, v2}, Landroid/content/pm/PackageManager;->getPackageInfo(Ljava/lang/String;I)Landroid/content/pm/PackageInfo;
    move-result-object v0
    iget-object v0, v0, Landroid/content/pm/PackageInfo;->versionName:Ljava/lang/String;
    :try_end
    .catch Landroid/content/pm/PackageManager$NameNotFoundException; {:try_start .. :try_end} :unknown
    return-object v0
    :unknown
    move-exception v0
    const-string v0, ""
    return-object v0
.end method

# The warehouse's page of the server; without an address, the question for it.
.method public open()V
    .locals 3
    invoke-static {p0}, Lde/magazin/app/Address;->read(Landroid/content/Context;)Ljava/lang/String;
    move-result-object v0
    iget-object v1, p0, Lde/magazin/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Ljava/lang/String;->isEmpty()Z
    move-result v2
    if-eqz v2, :known
    const-string v0, "file:///android_asset/offline.html#adresse"
    invoke-virtual {v1, v0}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    invoke-static {p0}, Lde/magazin/app/Address;->ask(Lde/magazin/app/Main;)V
    return-void
    :known
    const-string v2, "/lager/"
    invoke-virtual {v0, v2}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {v1, v0}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    return-void
.end method

.method public onBackPressed()V
    .locals 2
    iget-object v0, p0, Lde/magazin/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->canGoBack()Z
    move-result v1
    if-eqz v1, :first
    invoke-virtual {v0}, Landroid/webkit/WebView;->goBack()V
    return-void
    :first
    const/4 v1, 0x1
    invoke-virtual {p0, v1}, Lde/magazin/app/Main;->moveTaskToBack(Z)Z
    return-void
.end method

# Back held long: another server.
.method public onKeyLongPress(ILandroid/view/KeyEvent;)Z
    .locals 1
    const/4 v0, 0x4
    if-ne p1, v0, :other
    invoke-static {p0}, Lde/magazin/app/Address;->ask(Lde/magazin/app/Main;)V
    const/4 v0, 0x1
    return v0
    :other
    invoke-super {p0, p1, p2}, Landroid/app/Activity;->onKeyLongPress(ILandroid/view/KeyEvent;)Z
    move-result v0
    return v0
.end method

.method protected onSaveInstanceState(Landroid/os/Bundle;)V
    .locals 1
    invoke-super {p0, p1}, Landroid/app/Activity;->onSaveInstanceState(Landroid/os/Bundle;)V
    iget-object v0, p0, Lde/magazin/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->saveState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    return-void
.end method

.method protected onResume()V
    .locals 1
    invoke-super {p0}, Landroid/app/Activity;->onResume()V
    iget-object v0, p0, Lde/magazin/app/Main;->scans:Lde/magazin/app/Scans;
    if-eqz v0, :keys
    invoke-virtual {v0}, Lde/magazin/app/Scans;->listen()V
    :keys
    return-void
.end method

.method protected onPause()V
    .locals 1
    invoke-super {p0}, Landroid/app/Activity;->onPause()V
    iget-object v0, p0, Lde/magazin/app/Main;->scans:Lde/magazin/app/Scans;
    if-eqz v0, :keys
    invoke-virtual {p0, v0}, Lde/magazin/app/Main;->unregisterReceiver(Landroid/content/BroadcastReceiver;)V
    :keys
    return-void
.end method

# A scanner that starts the app by its scan instead of broadcasting it.
.method protected onNewIntent(Landroid/content/Intent;)V
    .locals 1
    invoke-super {p0, p1}, Landroid/app/Activity;->onNewIntent(Landroid/content/Intent;)V
    iget-object v0, p0, Lde/magazin/app/Main;->web:Landroid/webkit/WebView;
    invoke-static {v0, p1}, Lde/magazin/app/Scans;->hand(Landroid/webkit/WebView;Landroid/content/Intent;)V
    return-void
.end method

.method public onRequestPermissionsResult(I[Ljava/lang/String;[I)V
    .locals 1
    iget-object v0, p0, Lde/magazin/app/Main;->chrome:Lde/magazin/app/Chrome;
    invoke-virtual {v0}, Lde/magazin/app/Chrome;->cameraAnswered()V
    return-void
.end method

.method protected onActivityResult(IILandroid/content/Intent;)V
    .locals 1
    iget-object v0, p0, Lde/magazin/app/Main;->chrome:Lde/magazin/app/Chrome;
    invoke-virtual {v0, p2, p3}, Lde/magazin/app/Chrome;->filesChosen(ILandroid/content/Intent;)V
    return-void
.end method
