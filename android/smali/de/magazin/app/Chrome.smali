# What a page may have of the device: the camera, for pages of the server only, and files that somebody chooses.
.class public Lde/magazin/app/Chrome;
.super Landroid/webkit/WebChromeClient;

.field final main:Lde/magazin/app/Main;
# Waits until Android has asked whether this app may use the camera.
.field waiting:Landroid/webkit/PermissionRequest;
.field files:Landroid/webkit/ValueCallback;

.method constructor <init>(Lde/magazin/app/Main;)V
    .locals 0
    invoke-direct {p0}, Landroid/webkit/WebChromeClient;-><init>()V
    iput-object p1, p0, Lde/magazin/app/Chrome;->main:Lde/magazin/app/Main;
    return-void
.end method

.method public onPermissionRequest(Landroid/webkit/PermissionRequest;)V
    .locals 4
    iget-object v0, p0, Lde/magazin/app/Chrome;->main:Lde/magazin/app/Main;
    invoke-virtual {p1}, Landroid/webkit/PermissionRequest;->getOrigin()Landroid/net/Uri;
    move-result-object v1
    invoke-static {v0, v1}, Lde/magazin/app/Address;->isOurs(Landroid/content/Context;Landroid/net/Uri;)Z
    move-result v1
    if-eqz v1, :deny
    # nothing but the camera, so not together with the microphone either
    const-string v1, "android.webkit.resource.VIDEO_CAPTURE"
    filled-new-array {v1}, [Ljava/lang/String;
    move-result-object v2
    invoke-virtual {p1}, Landroid/webkit/PermissionRequest;->getResources()[Ljava/lang/String;
    move-result-object v3
    invoke-static {v2, v3}, Ljava/util/Arrays;->equals([Ljava/lang/Object;[Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :deny
    const-string v1, "android.permission.CAMERA"
    invoke-virtual {v0, v1}, Lde/magazin/app/Main;->checkSelfPermission(Ljava/lang/String;)I
    move-result v3
    if-nez v3, :ask
    invoke-virtual {p1, v2}, Landroid/webkit/PermissionRequest;->grant([Ljava/lang/String;)V
    return-void
    :ask
    iget-object v3, p0, Lde/magazin/app/Chrome;->waiting:Landroid/webkit/PermissionRequest;
    if-nez v3, :deny
    iput-object p1, p0, Lde/magazin/app/Chrome;->waiting:Landroid/webkit/PermissionRequest;
    filled-new-array {v1}, [Ljava/lang/String;
    move-result-object v2
    const/4 v3, 0x1
    invoke-virtual {v0, v2, v3}, Lde/magazin/app/Main;->requestPermissions([Ljava/lang/String;I)V
    return-void
    :deny
    invoke-virtual {p1}, Landroid/webkit/PermissionRequest;->deny()V
    return-void
.end method

.method public onPermissionRequestCanceled(Landroid/webkit/PermissionRequest;)V
    .locals 1
    iget-object v0, p0, Lde/magazin/app/Chrome;->waiting:Landroid/webkit/PermissionRequest;
    if-ne v0, p1, :another
    const/4 v0, 0x0
    iput-object v0, p0, Lde/magazin/app/Chrome;->waiting:Landroid/webkit/PermissionRequest;
    :another
    return-void
.end method

.method public cameraAnswered()V
    .locals 4
    iget-object v0, p0, Lde/magazin/app/Chrome;->waiting:Landroid/webkit/PermissionRequest;
    if-eqz v0, :nobody
    const/4 v1, 0x0
    iput-object v1, p0, Lde/magazin/app/Chrome;->waiting:Landroid/webkit/PermissionRequest;
    iget-object v1, p0, Lde/magazin/app/Chrome;->main:Lde/magazin/app/Main;
    const-string v2, "android.permission.CAMERA"
    invoke-virtual {v1, v2}, Lde/magazin/app/Main;->checkSelfPermission(Ljava/lang/String;)I
    move-result v1
    if-nez v1, :deny
    const-string v1, "android.webkit.resource.VIDEO_CAPTURE"
    filled-new-array {v1}, [Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Landroid/webkit/PermissionRequest;->grant([Ljava/lang/String;)V
    return-void
    :deny
    invoke-virtual {v0}, Landroid/webkit/PermissionRequest;->deny()V
    :nobody
    return-void
.end method

.method public onShowFileChooser(Landroid/webkit/WebView;Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .locals 3
    iput-object p2, p0, Lde/magazin/app/Chrome;->files:Landroid/webkit/ValueCallback;
    invoke-virtual {p3}, Landroid/webkit/WebChromeClient$FileChooserParams;->createIntent()Landroid/content/Intent;
    move-result-object v0
    iget-object v1, p0, Lde/magazin/app/Chrome;->main:Lde/magazin/app/Main;
    const/4 v2, 0x2
    :try_start
    invoke-virtual {v1, v0, v2}, Lde/magazin/app/Main;->startActivityForResult(Landroid/content/Intent;I)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :nobody
    const/4 v0, 0x1
    return v0
    :nobody
    move-exception v0
    const/4 v0, 0x0
    iput-object v0, p0, Lde/magazin/app/Chrome;->files:Landroid/webkit/ValueCallback;
    const/4 v0, 0x0
    return v0
.end method

.method public filesChosen(ILandroid/content/Intent;)V
    .locals 2
    iget-object v0, p0, Lde/magazin/app/Chrome;->files:Landroid/webkit/ValueCallback;
    if-eqz v0, :nobody
    const/4 v1, 0x0
    iput-object v1, p0, Lde/magazin/app/Chrome;->files:Landroid/webkit/ValueCallback;
    invoke-static {p1, p2}, Landroid/webkit/WebChromeClient$FileChooserParams;->parseResult(ILandroid/content/Intent;)[Landroid/net/Uri;
    move-result-object v1
    invoke-interface {v0, v1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    :nobody
    return-void
.end method
